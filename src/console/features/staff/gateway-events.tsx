import { useList } from '@refinedev/core';
import { Button, Card, Flex, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { useCall } from '../../components/use-call.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { FieldCell } from '../../resource/field-cell.tsx';
import { useAccountsChanged } from './plans.tsx';
import './staff.css';

const replayPath = ({ gateway, id }: BillingEvent) =>
  `${gatewayEvents.api}/${gateway}/${encodeURIComponent(id)}/replay`;

/** `busyUrl` is the replay that is under way. Without `replay`, the event cannot be replayed. */
function EventItem(props: { event: BillingEvent; busyUrl?: string; replay?: (event: BillingEvent) => void }) {
  const { t } = useTranslation();
  const { event, busyUrl, replay } = props;
  const isBusy = busyUrl === replayPath(event);
  const { id, type, state, reason, attempts, gateway, customerId, receivedAt, nextTryAt } = event;
  const replayButton = replay && (
    <Button
      size="small"
      loading={isBusy}
      disabled={busyUrl !== undefined && !isBusy}
      aria-label={t('gateway-events.replayName', { type })}
      onClick={() => replay(event)}
    >
      {t('gateway-events.replay')}
    </Button>
  );
  return (
    <List.Item actions={replayButton ? [replayButton] : undefined}>
      <List.Item.Meta
        title={<code title={id}>{type}</code>}
        description={
          <>
            <Flex wrap gap="2px 12px">
              <FieldCell resource={gatewayEvents} name="state" value={state} />
              {reason && <span>{t(`gateway-events.reasons.${reason}`, reason)}</span>}
            </Flex>
            <Flex wrap gap="2px 12px">
              {t(`gateway-events.gateways.${gateway}`)}
              {customerId && state === 'parked' && <span style={{ overflowWrap: 'anywhere' }}>{customerId}</span>}
              <MomentText iso={receivedAt} isExact />
              {attempts > 0 && <span>{t('gateway-events.attempts', { count: attempts })}</span>}
              {state === 'parked' && (
                <span>{nextTryAt ? t('gateway-events.triesAgain') : t('gateway-events.triesNoMore')}</span>
              )}
            </Flex>
          </>
        }
      />
    </List.Item>
  );
}

/** The events from payment gateways with their results. An event that had no effect can be replayed. */
export function GatewayEventList({ events, label }: { events: readonly BillingEvent[]; label: string }) {
  const { t } = useTranslation();
  const canReplay = useAllowed(gatewayEvents.name, 'replay');
  const refetchAccounts = useAccountsChanged();
  const { call, busyUrl } = useCall<BillingEvent>(gatewayEvents.name);
  const replay = (event: BillingEvent) =>
    call({
      url: replayPath(event),
      successText: ({ state }) => ({
        type: state === 'parked' ? 'progress' : 'success',
        message: t(`gateway-events.replayed.${state}`),
      }),
      // The event may get another account.
      onSuccess: refetchAccounts,
    });
  return (
    <List
      aria-label={label}
      dataSource={[...events]}
      rowKey={({ gateway, id }) => `${gateway} ${id}`}
      renderItem={(event) => (
        <EventItem
          event={event}
          busyUrl={busyUrl}
          replay={canReplay && event.state !== 'applied' ? replay : undefined}
        />
      )}
    />
  );
}

/** Gateway events of unknown customers, or that arrived too early. Renders nothing if there are none. */
export function ParkedEvents() {
  const { t } = useTranslation();
  const canSee = useAllowed(gatewayEvents.name, 'list');
  const { data } = useList<BillingEvent>({
    resource: gatewayEvents.name,
    pagination: { mode: 'off' },
    queryOptions: { enabled: canSee },
  }).result;
  if (data.length === 0) return null;
  const title = t('gateway-events.parked', { count: data.length });
  return (
    <Card role="region" aria-label={title} style={{ marginTop: 32 }}>
      <Card.Meta title={title} description={t('gateway-events.parkedText')} />
      <GatewayEventList events={data} label={title} />
    </Card>
  );
}
