import { Card, Flex } from 'antd';
import type { SiteCheck } from '../../../../shared/appearance-editing.ts';
import { AddressForm } from '../../../components/address-form.tsx';
import { errorsOf, markErrors } from '../../../components/field-errors.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { AllowButton } from './allowed-sites.tsx';
import { readOrigin, type SiteList } from './installation.ts';

/** Checks a page of the site: whether the code is there, and whether the chat may answer on it. */
export function CheckSite({ suggested, ...sites }: SiteList & { suggested: string }) {
  const canCheck = useAllowed('widget-origins', 'check');
  const { call, isBusy, answer: found } = useCall<SiteCheck>();
  if (!canCheck) return null;
  return (
    <>
      <AddressForm
        key={suggested}
        label={t('chat-setup.check.label')}
        isLabelHidden
        placeholder={t('chat-setup.sitePlaceholder')}
        initial={readOrigin(suggested)}
        action={() => t('chat-setup.check.action')}
        isBusy={isBusy}
        onSubmit={(url, form) =>
          call({
            url: `/contexts/${sites.contextId}/check-site`,
            values: { url },
            isShown: (failure) => errorsOf(failure).length > 0,
            onError: (failure) => markErrors(form, failure),
          })
        }
      />
      <div aria-live="polite">{found && <Found {...sites} found={found} />}</div>
    </>
  );
}

/** Returns what the check found about the code: its text under `chat-setup.check`, and its tone. */
function codeOf({ snippet, status, hasTagManager, askedAt }: SiteCheck): [key: string, tone: StatusTone] {
  // Scripts that the page loads later, and sites that refuse our server, cannot be seen from here.
  if (askedAt && snippet !== 'found' && snippet !== 'other') return ['asked', 'good'];
  if (status === null) return ['unreachable', 'bad'];
  if (snippet === 'found') return ['found', 'good'];
  if (status >= 400) return ['refused', 'bad'];
  if (snippet === 'other') return ['other', 'bad'];
  return hasTagManager ? ['tagManager', 'waiting'] : ['missing', 'bad'];
}

function Found({ found, ...sites }: SiteList & { found: SiteCheck }) {
  const [key, tone] = codeOf(found);
  const { origin } = found;
  const isAllowed = sites.origins.includes(origin);
  return (
    <Card size="small" className="chat-found">
      <StatusDot tone={tone}>
        <span>
          {t(`chat-setup.check.${key}`, { url: found.url, status: found.status })}
          {key === 'asked' && found.askedAt && (
            <>
              {' '}
              <MomentText iso={found.askedAt} />
            </>
          )}
        </span>
      </StatusDot>
      <Flex wrap gap="8px 12px" align="center">
        <StatusDot tone={isAllowed ? 'good' : 'bad'}>
          <span>{t(`chat-setup.check.${isAllowed ? 'allowed' : 'notAllowed'}`, { site: readOrigin(origin) })}</span>
        </StatusDot>
        <AllowButton {...sites} origin={origin} />
      </Flex>
    </Card>
  );
}
