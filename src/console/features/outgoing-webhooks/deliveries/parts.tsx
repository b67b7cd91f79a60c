import { useList } from '@refinedev/core';
import { Card, List } from 'antd';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import type { DeliveryAttempt } from '../../../../shared/webhook-payloads.ts';
import { t } from '../../../providers/i18n.ts';
import { textFilter } from '../../../providers/view.ts';
import { Nothing } from '../../../resource/cell-line.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { parts } from '../../../resource/parts.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { AttemptText, errorText } from '../attempt-text.tsx';

type Delivery = RecordOf<typeof webhookDeliveries>;
/** What the route of one delivery returns in addition to the list's fields. */
type ShownDelivery = Delivery & { payload?: unknown; log?: readonly DeliveryAttempt[] };

/** The status of the last answer, or why there was none. */
function AnswerCell({ delivery: { attempts, answerStatus, error } }: { delivery: Delivery }) {
  if (attempts === 0) return <Nothing />;
  if (error) return <span className="cell-line">{errorText(error)}</span>;
  return <FieldCell resource={webhookDeliveries} name="answerStatus" value={answerStatus} />;
}

/** What the list and the page of a delivery have in common. */
const ofDelivery = {
  nameOf: ({ event, webhook }: Delivery) =>
    t('webhook-deliveries.name', { event: t(`webhook-deliveries.options.event.${event}`), webhook }),
  cells: { answerStatus: (delivery: Delivery) => <AnswerCell delivery={delivery} /> },
};

function WebhookSelect({ control }: { control: ListControl }) {
  const { result } = useList<RecordOf<typeof outgoingWebhooks>>({
    resource: outgoingWebhooks.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
  });
  const chosen = result.data.find(({ id }) => id === textFilter(control.view.filters, 'webhookId'));
  return (
    <ValueFilter
      control={control}
      name="webhookId"
      label={t('webhook-deliveries.fields.webhook')}
      options={result.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
    />
  );
}

function Details({ delivery: { log = [], payload } }: { delivery: ShownDelivery }) {
  const attempts = t('webhook-deliveries.log.title');
  const event = t('webhook-deliveries.payload');
  return (
    <>
      <Card role="region" aria-label={attempts} title={attempts}>
        <List
          className="list-flush"
          size="small"
          aria-label={attempts}
          dataSource={log.toReversed()}
          rowKey="at"
          locale={{ emptyText: t('webhook-deliveries.log.none') }}
          renderItem={(attempt) => (
            <List.Item>
              <AttemptText attempt={attempt} />
            </List.Item>
          )}
        />
      </Card>
      <Card role="region" aria-label={event} title={event}>
        <pre className="code-text">{JSON.stringify(payload, null, 2)}</pre>
      </Card>
    </>
  );
}

export default parts(webhookDeliveries, {
  useList: () => ({ ...ofDelivery, toolbar: (control) => <WebhookSelect control={control} /> }),
  useShow: () => ({ ...ofDelivery, below: (delivery) => <Details delivery={delivery} /> }),
});
