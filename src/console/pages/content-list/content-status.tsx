import { useInvalidate, useNotification } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contents as declaration } from '../../../../resources/contents.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { request } from '../../http/client.ts';
import { failureNotice } from '../../resource/notices.ts';
import { StatusDot, toneOf } from '../../resource/status-dot.tsx';
import { useMay } from '../../resource/use-may.ts';
import { useWords } from '../../resource/words.ts';
import type { Content } from './content-list-page.tsx';

const resource = declaration as unknown as Resource;

/** How far the training is; what went wrong says why, and can be tried again in place. */
export function ContentStatus({ content }: { content: Content }) {
  const { t } = useTranslation();
  const words = useWords(resource);
  const mayRetry = useMay('contents', 'retry');
  const dot = <StatusDot tone={toneOf(content.status) ?? 'off'}>{words.option('status', content.status)}</StatusDot>;
  if (content.status !== 'error') return dot;
  const reason = content.reason ?? t('contents.noReason');
  return (
    <span className="content-failed">
      <span className="content-failed-line">
        {dot}
        {mayRetry && <Retry content={content} />}
      </span>
      <span className="cell-line content-second" title={reason}>
        {reason}
      </span>
    </span>
  );
}

function Retry({ content }: { content: Content }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { open } = useNotification();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await request(`/contents/${content.id}/retry`, { method: 'POST' });
      open?.({ type: 'success', message: t('contents.retried') });
    } catch (failure) {
      open?.(failureNotice(t)(failure));
    } finally {
      await invalidate({ resource: 'contents', invalidates: ['list', 'detail'], id: content.id });
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="text-action"
      onClick={() => void retry()}
      disabled={isBusy}
      aria-label={t('contents.retryName', { name: content.title })}
    >
      {t('contents.retry')}
    </button>
  );
}
