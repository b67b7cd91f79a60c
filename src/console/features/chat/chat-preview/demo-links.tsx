import { useNotification } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoLink } from '../../../../shared/appearance-editing.ts';
import { fullDate } from '../../../components/days.ts';
import { FRESH_MS } from '../../../http/fresh.ts';
import { request } from '../../../http/client.ts';
import { copyText } from '../../../components/copy-text.ts';
import { Modal } from '../../../components/modal.tsx';
import { Icon } from '../../../components/icon.tsx';
import { failureNotice } from '../../../components/notices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

const POLL_MS = 60_000;
export const linksQuery = (contextId: string) => ({
  queryKey: ['demo-links', contextId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await request<{ data: DemoLink[] }>(`/contexts/${contextId}/demo-links`, { signal })).data,
  staleTime: FRESH_MS,
  // They end while one looks.
  refetchInterval: POLL_MS,
});

/** Runs a change of the links, tells of its failure, and reads them again. */
function useChange(contextId: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    try {
      return await work();
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      return undefined;
    } finally {
      await client.invalidateQueries({ queryKey: linksQuery(contextId).queryKey });
      setBusy(false);
    }
  };
  return { run, isBusy };
}

/** Links on which anybody may try the chat for a day: made, copied, opened, listed and ended. */
export function DemoLinks({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const canMake = useAllowed('demo-links', 'create');
  const canEnd = useAllowed('demo-links', 'delete');
  const query = useQuery(linksQuery(contextId));
  const { run, isBusy } = useChange(contextId);
  const [doomed, setDoomed] = useState<DemoLink>();
  const copy = async (url: string) => {
    const isDone = await copyText(url);
    open?.({
      type: isDone ? 'success' : 'error',
      message: t(isDone ? 'chat-preview.demo.copied' : 'chat-preview.demo.copyFailed'),
    });
  };
  const make = async () => {
    const link = await run(() => request<DemoLink>(`/contexts/${contextId}/demo-links`, { method: 'POST' }));
    if (link) await copy(link.url);
  };
  const end = async ({ id }: DemoLink) => {
    await run(() => request(`/contexts/${contextId}/demo-links/${id}`, { method: 'DELETE' }));
    setDoomed(undefined);
  };
  const links = query.data ?? [];
  return (
    <section>
      <h2>{t('chat-preview.demo.title')}</h2>
      <p>{t('chat-preview.demo.text')}</p>
      {canMake && (
        <Button icon={<Icon name="link" />} loading={isBusy && !doomed} onClick={() => void make()}>
          {t('chat-preview.demo.create')}
        </Button>
      )}
      <ul className="demo-links">
        {links.map((link) => (
          <li key={link.id} className={link.state === 'live' ? undefined : 'demo-over'}>
            <div>
              <strong>
                {link.state === 'live'
                  ? t('chat-preview.demo.until', { until: fullDate(link.expiresAt) })
                  : t(`chat-preview.demo.${link.state}`)}
              </strong>
              <span>{t('chat-preview.demo.by', { name: link.userName, at: fullDate(link.createdAt) })}</span>
            </div>
            {link.state === 'live' && (
              <>
                <Button
                  type="text"
                  icon={<Icon name="copy" />}
                  title={t('chat-preview.demo.copy')}
                  aria-label={t('chat-preview.demo.copy')}
                  onClick={() => void copy(link.url)}
                />
                <Button
                  type="text"
                  icon={<Icon name="external" />}
                  title={t('chat-preview.demo.open')}
                  aria-label={t('chat-preview.demo.open')}
                  href={new URL(link.url).pathname}
                  target="_blank"
                  rel="noopener"
                />
                {canEnd && (
                  <Button
                    type="text"
                    icon={<Icon name="trash" />}
                    title={t('chat-preview.demo.end')}
                    aria-label={t('chat-preview.demo.end')}
                    onClick={() => setDoomed(link)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={doomed !== undefined}
        title={t('chat-preview.demo.endTitle')}
        onCancel={() => setDoomed(undefined)}
        okText={t('chat-preview.demo.end')}
        okButtonProps={{ danger: true }}
        confirmLoading={isBusy}
        onOk={() => doomed && void end(doomed)}
      >
        <p>{t('chat-preview.demo.endText')}</p>
      </Modal>
    </section>
  );
}
