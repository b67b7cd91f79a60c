import { useNotification } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withScheme } from '../../../../../resources/kit/field.ts';
import { webAddress } from '../../../../../resources/kit/schema.ts';
import type { SiteCheck } from '../../../../shared/appearance-editing.ts';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import { failureNotice } from '../../../components/notices.ts';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { readOrigin, useSaveSites } from './use-save-sites.ts';

/** Looks at a page of the site: is the code there, and may the chat answer on it? */
export function CheckSite(props: { contextId: string; origins: readonly string[]; suggested: string }) {
  const { contextId, origins } = props;
  const { t } = useTranslation();
  const { open } = useNotification();
  const canCheck = useAllowed('widget-origins', 'check');
  const [address, setAddress] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [found, setFound] = useState<SiteCheck>();
  const [isBusy, setBusy] = useState(false);
  const typed = address ?? readOrigin(props.suggested);
  if (!canCheck) return null;
  const check = async () => {
    const url = withScheme(typed);
    const message = messageOf(t, webAddress(), url);
    setFault(message);
    if (message) return;
    setBusy(true);
    setFound(undefined);
    try {
      setFound(await request<SiteCheck>(`/contexts/${contextId}/check-site`, { method: 'POST', body: { url } }));
    } catch (failure) {
      const [first] = errorsOf(failure);
      if (first) setFault(first.message);
      else open?.(failureNotice(t)(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="site-check"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <div className="sites-line">
        <Input
          aria-label={t('chat-setup.check.label')}
          placeholder={t('chat-setup.sitePlaceholder')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          status={fault ? 'error' : undefined}
          onChange={({ target }) => {
            setAddress(target.value);
            setFault(undefined);
          }}
        />
        <Button htmlType="submit" loading={isBusy} disabled={typed.trim() === ''}>
          {t('chat-setup.check.action')}
        </Button>
      </div>
      {fault && (
        <p className="says-fault" role="alert">
          {fault}
        </p>
      )}
      <div aria-live="polite">{found && <Found contextId={contextId} found={found} origins={origins} />}</div>
    </form>
  );
}

/** What is said of the code on the page: key below `check` and how it stands. */
function codeOf({ snippet, status, hasTagManager }: SiteCheck): [key: string, tone: Tone] {
  if (status === null) return ['unreachable', 'bad'];
  if (snippet === 'found') return ['found', 'good'];
  if (status >= 400) return ['refused', 'bad'];
  if (snippet === 'other') return ['other', 'bad'];
  return hasTagManager ? ['tagManager', 'waiting'] : ['missing', 'bad'];
}

function Found({ contextId, found, origins }: { contextId: string; found: SiteCheck; origins: readonly string[] }) {
  const { t } = useTranslation();
  const { save, isBusy } = useSaveSites(contextId);
  const canAllow = useAllowed('widget-origins', 'edit');
  const [key, tone] = codeOf(found);
  const { origin } = found;
  const isAllowed = origins.includes(origin);
  const site = readOrigin(origin);
  return (
    <ul className="check-found">
      <li>
        <StatusDot tone={tone}>
          <span>{t(`chat-setup.check.${key}`, { url: found.url, status: found.status })}</span>
        </StatusDot>
      </li>
      <li>
        <StatusDot tone={isAllowed ? 'good' : 'bad'}>
          <span>{t(isAllowed ? 'chat-setup.check.allowed' : 'chat-setup.check.notAllowed', { site })}</span>
        </StatusDot>
        {!isAllowed && canAllow && (
          <Button
            size="small"
            loading={isBusy}
            onClick={() => void save([...origins, origin], t('chat-setup.siteAdded', { site }))}
          >
            {t('chat-setup.addSite')}
          </Button>
        )}
      </li>
    </ul>
  );
}
