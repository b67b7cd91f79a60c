import { useList } from '@refinedev/core';
import { Card, Flex } from 'antd';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { CallButton } from '../../components/buttons.tsx';
import { ItemList, type ListedItem } from '../../components/item-list.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { FieldCell } from '../../resource/field-cell.tsx';
import { useAccountsChanged } from './plans.tsx';
import './staff.css';

/** Sends an event again that had no effect. It may get another account. */
function ReplayButton({ event: { gateway, id, type } }: { event: BillingEvent }) {
  const refetchAccounts = useAccountsChanged();
  return (
    <CallButton<BillingEvent>
      size="small"
      allowedBy={[gatewayEvents.name, 'replay']}
      aria-label={t('gateway-events.replayName', { type })}
      changes={[gatewayEvents.name]}
      call={{
        url: `${gatewayEvents.api}/${gateway}/${encodeURIComponent(id)}/replay`,
        successText: ({ state }) => ({
          type: state === 'parked' ? 'progress' : 'success',
          message: t(`gateway-events.replayed.${state}`),
        }),
        onSuccess: refetchAccounts,
      }}
    >
      {t('gateway-events.replay')}
    </CallButton>
  );
}

/** An event of a payment gateway, with its result, in a list. */
export function gatewayEvent(event: BillingEvent): ListedItem {
  const { id, type, state, reason, attempts, gateway, customerId, receivedAt, nextTryAt } = event;
  const isParked = state === 'parked';
  return {
    key: `${gateway} ${id}`,
    title: <code title={id}>{type}</code>,
    text: (
      <Flex wrap gap="2px 12px">
        <FieldCell resource={gatewayEvents} name="state" value={state} />
        {reason && <span>{t(`gateway-events.reasons.${reason}`, reason)}</span>}
      </Flex>
    ),
    facts: [
      t(`gateway-events.gateways.${gateway}`),
      customerId && isParked && <span style={{ overflowWrap: 'anywhere' }}>{customerId}</span>,
      <MomentText iso={receivedAt} isExact />,
      attempts > 0 && t('gateway-events.attempts', { count: attempts }),
      isParked && t(nextTryAt ? 'gateway-events.triesAgain' : 'gateway-events.triesNoMore'),
    ],
    extra: state !== 'applied' && <ReplayButton event={event} />,
  };
}

/** Gateway events of unknown customers, or that arrived too early. Renders nothing if there are none. */
export function ParkedEvents() {
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
      <ItemList aria-label={title} rows={data} item={gatewayEvent} />
    </Card>
  );
}
