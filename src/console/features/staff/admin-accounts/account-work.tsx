import { type HttpError, useInfiniteList } from '@refinedev/core';
import { Flex, List } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { QueueJob } from '../../../../shared/staff.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { Section } from '../../../components/section.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ACCOUNT_LISTS } from '../plans.tsx';
import { listOf, PagedList } from './paged-list.tsx';

function WorkItem(props: { title: string; state: ReactNode; at: string; error: string | null; more?: string }) {
  const { title, state, at, error, more } = props;
  return (
    <List.Item extra={<MomentText iso={at} />}>
      <List.Item.Meta
        title={title}
        description={
          <Flex wrap gap="2px 12px">
            {state}
            {more && <span>{more}</span>}
            {error && (
              <span className="queue-error" title={error}>
                {error.split('\n', 1)[0]}
              </span>
            )}
          </Flex>
        }
      />
    </List.Item>
  );
}

/** The account's jobs that are waiting or have failed, and what was sent to its webhooks. */
export function AccountWork({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const { query: jobs } = useInfiniteList<QueueJob, HttpError>(listOf(queue.name, accountId));
  const { query: deliveries } = useInfiniteList<RecordOf<typeof webhookDeliveries>, HttpError>(
    listOf(ACCOUNT_LISTS.deliveries, accountId),
  );
  return (
    <Flex vertical gap="large">
      <Section level={3} title={t('queue.title')}>
        <PagedList query={jobs} empty={t('queue.empty.title')}>
          {(rows) => (
            <List
              bordered
              dataSource={rows}
              rowKey="id"
              renderItem={({ kind, state, createdAt, error }) => (
                <WorkItem
                  title={t(`queue.kinds.${kind}`, kind)}
                  state={<FieldCell resource={queue} name="state" value={state} />}
                  at={createdAt}
                  error={error}
                />
              )}
            />
          )}
        </PagedList>
      </Section>
      <Section level={3} title={t('webhook-deliveries.title')}>
        <PagedList query={deliveries} empty={t('webhook-deliveries.empty.title')}>
          {(rows) => (
            <List
              bordered
              dataSource={rows}
              rowKey="id"
              renderItem={({ event, webhook, state, createdAt, error, answerStatus }) => (
                <WorkItem
                  title={t(`webhook-deliveries.options.event.${event}`)}
                  state={<FieldCell resource={webhookDeliveries} name="state" value={state} />}
                  at={createdAt}
                  error={error && t(`webhook-deliveries.errors.${error}`, error)}
                  more={[webhook, answerStatus].filter(Boolean).join(' · ')}
                />
              )}
            />
          )}
        </PagedList>
      </Section>
    </Flex>
  );
}
