import { Alert, Button, Card, Flex, List } from 'antd';
import type { SiteCheck } from '../../../../shared/appearance-editing.ts';
import { originsOfSite } from '../../../../shared/site-origins.ts';
import { AddressForm } from '../../../components/address-form.tsx';
import { errorsOf, markErrors } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { StatusDot, type StatusTone } from '../../../components/status-dot.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';
import { useMe } from '../../../session/me.ts';
import { readOrigin, type SiteList, useSaveSites } from './installation.ts';

/** A button that adds a site to the list. Hidden if it is there already, and from users who may not change the list. */
export function AllowButton({ origin, ...sites }: SiteList & { origin: string }) {
  const canEdit = useAllowed('widget-origins', 'edit');
  const { allow, isBusy } = useSaveSites(sites);
  if (!canEdit || sites.origins.includes(origin)) return null;
  return (
    <Button size="small" loading={isBusy} onClick={() => allow(origin)}>
      {t('chat-setup.addSite')}
    </Button>
  );
}

export function AllowedSites(sites: SiteList) {
  const { origins } = sites;
  const canEdit = useAllowed('widget-origins', 'edit');
  const { allow, remove, question, isBusy } = useSaveSites(sites);
  const own = useOwnOrigin();
  return (
    <Flex vertical gap={12}>
      {canEdit && (
        <AddressForm
          label={t('chat-setup.siteLabel')}
          isLabelHidden
          placeholder={t('chat-setup.sitePlaceholder')}
          action={() => t('chat-setup.addSite')}
          isBusy={isBusy}
          onSubmit={(address, form) => {
            const { origin } = new URL(address);
            if (!origins.includes(origin)) return allow(origin, () => form.setFieldValue('url', ''));
            form.setFields([{ name: 'url', errors: [t('chat-setup.siteKnown')] }]);
          }}
        />
      )}
      {canEdit && own !== null && !origins.includes(own) && (
        <Flex wrap gap={8} align="center" className="small-text">
          {t('chat-setup.ownSite', { site: readOrigin(own) })}
          <AllowButton {...sites} origin={own} />
        </Flex>
      )}
      {origins.length === 0 ? (
        <Alert type="warning" showIcon message={t('chat-setup.noSites')} />
      ) : (
        <section aria-label={t('chat-setup.sites')}>
          <List
            bordered
            size="small"
            dataSource={[...origins]}
            renderItem={(origin) => (
              <List.Item
                key={origin}
                extra={
                  canEdit && (
                    <RowAction
                      icon="close"
                      danger
                      label={t('chat-setup.removeSite', { site: readOrigin(origin) })}
                      hint={t('chat-setup.remove.action')}
                      onClick={() => remove(origin)}
                    />
                  )
                }
              >
                <Flex gap={12} align="center" className="cell-lines">
                  <Icon name="globe" />
                  <Line value={origin} />
                </Flex>
              </List.Item>
            )}
          />
        </section>
      )}
      {question}
    </Flex>
  );
}

/** Returns the origin of the website given at sign-up; null without one. */
export function useOwnOrigin(): string | null {
  const website = useMe().data?.website ?? '';
  return originsOfSite(website).length > 0 ? new URL(website).origin : null;
}

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
