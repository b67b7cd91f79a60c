import { useInvalidate, useList, useNotification } from '@refinedev/core';
import { Button, Flex, List } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { demoLinks } from '../../../../../resources/demo-links.ts';
import type { DemoLink } from '../../../../shared/appearance-editing.ts';
import { copyText } from '../../../components/copy-text.ts';
import { fullDate } from '../../../components/days.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { request } from '../../../http/client.ts';
import { FRESH_MS } from '../../../http/fresh.ts';
import { showFailure } from '../../../providers/failure.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { HelpPart } from './help-part.tsx';

/** Returns the query of a context's demo links. It waits until `contextId` is known. */
export const useDemoLinks = (contextId: string | undefined) =>
  useList<DemoLink>({
    resource: demoLinks.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: {
      enabled: contextId !== undefined,
      staleTime: FRESH_MS,
      refetchInterval: demoLinks.list.pollMs,
    },
  });

/** Returns a function that runs a change of the links, notifies about a failure and reloads the list in both cases. */
function useChange() {
  const invalidate = useInvalidate();
  const [isBusy, setBusy] = useState(false);
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    try {
      return await work();
    } catch (failure) {
      void showFailure(failure);
      return undefined;
    } finally {
      await invalidate({ resource: demoLinks.name, invalidates: ['list'] });
      setBusy(false);
    }
  };
  return { run, isBusy };
}

/** Lists, creates, copies, opens and ends demo links, on which anyone can try the chat for a day. */
export function DemoLinks({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const canMake = useAllowed(demoLinks.name, 'create');
  const canEnd = useAllowed(demoLinks.name, 'delete');
  const { data: links } = useDemoLinks(contextId).result;
  const { run, isBusy } = useChange();
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
  return (
    <HelpPart title={t('chat-preview.demo.title')}>
      <p>{t('chat-preview.demo.text')}</p>
      {canMake && (
        <Button icon={<Icon name="link" />} loading={isBusy && !doomed} onClick={() => void make()}>
          {t('chat-preview.demo.create')}
        </Button>
      )}
      {links.length > 0 && (
        <List
          className="list-flush"
          size="small"
          dataSource={links}
          rowKey="id"
          renderItem={(link) => (
            <List.Item>
              <List.Item.Meta
                title={
                  link.state === 'live'
                    ? t('chat-preview.demo.until', { until: fullDate(link.expiresAt) })
                    : t(`chat-preview.demo.${link.state}`)
                }
                description={t('chat-preview.demo.by', { name: link.userName, at: fullDate(link.createdAt) })}
              />
              {link.state === 'live' && (
                <Flex>
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
                </Flex>
              )}
            </List.Item>
          )}
        />
      )}
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
    </HelpPart>
  );
}
