import { Card, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { DeliveryAttempt } from '../../../../shared/webhook-events.ts';
import { ShowPage } from '../../../resource/show-page.tsx';
import { AttemptText } from '../attempt-text.tsx';
import { type Delivery, useDeliveryRow } from './delivery-row.tsx';

/** What the route of one delivery returns in addition to the list's fields. */
type ShownDelivery = Delivery & { payload?: unknown; log?: readonly DeliveryAttempt[] };

export function DeliveryPage() {
  return (
    <ShowPage
      resource={webhookDeliveries}
      {...useDeliveryRow()}
      below={(delivery) => <Details delivery={delivery} />}
    />
  );
}

function Details({ delivery: { log = [], payload } }: { delivery: ShownDelivery }) {
  const { t } = useTranslation();
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
