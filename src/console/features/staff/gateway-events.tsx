import { type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { Button, Flex, List } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { StatusDot, type StatusTone } from '../../components/status-dot.tsx';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useAccountsChanged } from './plans.ts';
import './staff.css';

const TONES: Record<BillingEvent['state'], StatusTone> = { applied: 'good', logged: 'off', parked: 'waiting' };

/** Returns the function that replays an event, and refetches all event lists: the event may get another account. */
function useReplay() {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const refetchAccounts = useAccountsChanged();
  const [eventId, setEventId] = useState<string>();
  const { mutate, mutation } = useCustomMutation<BillingEvent, HttpError>();
  const replay = ({ gateway, id }: BillingEvent) => {
    setEventId(id);
    mutate(
      {
        url: `${gatewayEvents.api}/${gateway}/${encodeURIComponent(id)}/replay`,
        method: 'post',
        values: {},
        successNotification: (event) => {
          const state = event?.data.state ?? 'applied';
          const type = state === 'parked' ? 'progress' : 'success';
          return { type, message: t(`gateway-events.replayed.${state}`) };
        },
      },
      {
        onSuccess: () => {
          void invalidate({ resource: gatewayEvents.name, invalidates: ['list'] });
          void refetchAccounts();
        },
      },
    );
  };
  return { replay, eventId: mutation.isPending ? eventId : undefined };
}

/** `busyId` is the event that is being replayed. Without `replay`, the event cannot be replayed. */
function EventItem(props: { event: BillingEvent; busyId?: string; replay?: (event: BillingEvent) => void }) {
  const { t } = useTranslation();
  const { event, busyId, replay } = props;
  const { id, type, state, reason, attempts, gateway, customerId, receivedAt, nextTryAt } = event;
  const replayButton = replay && (
    <Button
      size="small"
      loading={busyId === id}
      disabled={busyId !== undefined && busyId !== id}
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
              <StatusDot tone={TONES[state]}>{t(`gateway-events.states.${state}`)}</StatusDot>
              {reason && <span>{t(`gateway-events.reasons.${reason}`, reason)}</span>}
            </Flex>
            <Flex wrap gap="2px 12px">
              {t(`gateway-events.gateways.${gateway}`)}
              {customerId && state === 'parked' && <span className="gateway-customer">{customerId}</span>}
              <MomentText iso={receivedAt} />
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
  const canReplay = useAllowed(gatewayEvents.name, 'replay');
  const { replay, eventId } = useReplay();
  return (
    <List
      aria-label={label}
      dataSource={[...events]}
      rowKey={({ gateway, id }) => `${gateway} ${id}`}
      renderItem={(event) => (
        <EventItem
          event={event}
          busyId={eventId}
          replay={canReplay && event.state !== 'applied' ? replay : undefined}
        />
      )}
    />
  );
}
