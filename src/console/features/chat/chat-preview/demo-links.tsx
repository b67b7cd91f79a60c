import { useList } from '@refinedev/core';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { demoLinks } from '../../../../../resources/demo-links.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { CallButton } from '../../../components/buttons.tsx';
import { copyWithNotice } from '../../../components/copy.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { fullDate } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { RowAction } from '../../../resource/row-actions.tsx';

type DemoLink = RecordOf<typeof demoLinks>;

/** Returns the query of a context's demo links. It waits until `contextId` is known. */
export const useDemoLinks = (contextId: string | undefined) =>
  useList<DemoLink>({
    resource: demoLinks.name,
    pagination: { mode: 'off' },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: {
      enabled: contextId !== undefined,
      staleTime: SHARED_STALE_MS,
      refetchInterval: demoLinks.list.pollMs,
    },
  });

/** Lists, creates, copies, opens and ends demo links, on which anyone can try the chat for a day. */
export function DemoLinks({ contextId }: { contextId: string }) {
  const { data: links } = useDemoLinks(contextId).result;
  const { ask, question } = useAskedCall(demoLinks.name);
  const copy = (url: string) =>
    void copyWithNotice(url, t('chat-preview.demo.copied'), t('chat-preview.demo.copyFailed'));
  const nameOf = ({ userName: name, createdAt }: DemoLink) =>
    t('chat-preview.demo.by', { name, at: fullDate(createdAt) });
  const action = (icon: IconName, name: string, link: DemoLink) => {
    const hint = t(`chat-preview.demo.${name}`);
    return { icon, label: `${hint}: ${nameOf(link)}`, hint };
  };
  const end = (link: DemoLink) =>
    ask({
      url: `${demoLinks.api}/${link.id}`,
      method: 'delete',
      title: t('chat-preview.demo.endTitle'),
      text: [nameOf(link), t('chat-preview.demo.endText')],
      action: t('chat-preview.demo.end'),
      isDanger: true,
    });
  return (
    <HelpPart title={t('chat-preview.demo.title')}>
      <p>{t('chat-preview.demo.text')}</p>
      <CallButton<DemoLink>
        icon={<Icon name="link" />}
        allowedBy={[demoLinks.name, 'create']}
        changes={[demoLinks.name]}
        call={{ url: demoLinks.api, values: { contextId }, onSuccess: (link) => copy(link.url) }}
      >
        {t('chat-preview.demo.create')}
      </CallButton>
      {links.length > 0 && (
        <ItemList
          className="list-flush"
          size="small"
          rows={links}
          item={(link) => ({
            key: link.id,
            title:
              link.state === 'live'
                ? t('chat-preview.demo.until', { until: fullDate(link.expiresAt) })
                : t(`chat-preview.demo.${link.state}`),
            text: nameOf(link),
            extra: link.state === 'live' && (
              <Flex>
                <RowAction {...action('copy', 'copy', link)} onClick={() => copy(link.url)} />
                <Button
                  type="text"
                  icon={<Icon name="external" />}
                  title={t('chat-preview.demo.open')}
                  aria-label={`${t('chat-preview.demo.open')}: ${nameOf(link)}`}
                  href={new URL(link.url).pathname}
                  target="_blank"
                  rel="noopener"
                />
                <RowAction
                  {...action('trash', 'end', link)}
                  allowedBy={[demoLinks.name, 'delete']}
                  onClick={() => end(link)}
                />
              </Flex>
            ),
          })}
        />
      )}
      {question}
    </HelpPart>
  );
}

/** A part of the column: a heading, then small text and controls below each other. */
export const HelpPart = (props: { title: string; isLive?: boolean; children: ReactNode }) => (
  <Flex
    vertical
    component="section"
    align="flex-start"
    gap="small"
    className="help-part small-text"
    aria-live={props.isLive ? 'polite' : undefined}
  >
    <h2>{props.title}</h2>
    {props.children}
  </Flex>
);
