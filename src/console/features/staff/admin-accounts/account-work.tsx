import { Flex } from 'antd';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { QueueJob } from '../../../../shared/staff.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { Section } from '../../../components/section.tsx';
import { t } from '../../../providers/i18n.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ACCOUNT_LISTS } from '../plans.tsx';
import { PagedList, useAccountList } from './paged-list.tsx';

/** The first line of an error, and all of it on hover. */
const errorLine = (error: string | null) =>
  error && (
    <span className="queue-error" title={error}>
      {error.split('\n', 1)[0]}
    </span>
  );

/** The account's jobs that are waiting or have failed, and what was sent to its webhooks. */
export function AccountWork({ accountId }: { accountId: string }) {
  const jobs = useAccountList<QueueJob>(queue.name, accountId);
  const deliveries = useAccountList<RecordOf<typeof webhookDeliveries>>(ACCOUNT_LISTS.deliveries, accountId);
  return (
    <Flex vertical gap="large">
      <Section level={3} title={t('queue.title')}>
        <PagedList
          bordered
          query={jobs}
          empty={t('queue.empty.title')}
          item={({ id, kind, state, createdAt, error }) => ({
            key: id,
            title: t(`queue.kinds.${kind}`, kind),
            facts: [<FieldCell resource={queue} name="state" value={state} />, errorLine(error)],
            extra: <MomentText iso={createdAt} />,
          })}
        />
      </Section>
      <Section level={3} title={t('webhook-deliveries.title')}>
        <PagedList
          bordered
          query={deliveries}
          empty={t('webhook-deliveries.empty.title')}
          item={({ id, event, webhook, state, createdAt, error, answerStatus }) => ({
            key: id,
            title: t(`webhook-deliveries.options.event.${event}`),
            facts: [
              <FieldCell resource={webhookDeliveries} name="state" value={state} />,
              [webhook, answerStatus].filter(Boolean).join(' · '),
              errorLine(error && t(`webhook-deliveries.errors.${error}`, error)),
            ],
            extra: <MomentText iso={createdAt} />,
          })}
        />
      </Section>
    </Flex>
  );
}
