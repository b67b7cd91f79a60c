import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, List } from 'antd';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { StatusDot, type StatusTone } from '../../components/status-dot.tsx';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { useAllowed } from '../../providers/use-allowed.ts';
import './staff.css';

const TONES: Record<BillingEvent['state'], StatusTone> = { applied: 'good', logged: 'off', parked: 'waiting' };

/** Returns the mutation that replays an event. Refetches all event lists, since the event may get another account. */
function useReplay() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ gateway, id }: BillingEvent) =>
      request<BillingEvent>(`${gatewayEvents.api}/${gateway}/${encodeURIComponent(id)}/replay`, { method: 'POST' }),
    onSuccess: ({ state }) => {
      notify({ type: state === 'parked' ? 'info' : 'success', message: t(`gateway-events.replayed.${state}`) });
      void invalidate({ resource: gatewayEvents.name, invalidates: ['list'] });
      return client.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: (failure) => void showFailure(failure),
  });
}

function EventItem({ event, replay }: { event: BillingEvent; replay: ReturnType<typeof useReplay> | undefined }) {
  const { t } = useTranslation();
  const { id, type, state, reason, attempts, gateway, customerId, receivedAt, nextTryAt } = event;
  const isUnderWay = replay?.isPending && replay.variables?.id === id;
  const replayButton = replay && (
    <Button
      size="small"
      loading={isUnderWay}
      disabled={replay.isPending && !isUnderWay}
      aria-label={t('gateway-events.replayName', { type })}
      onClick={() => replay.mutate(event)}
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
  const replay = useReplay();
  return (
    <List
      aria-label={label}
      dataSource={[...events]}
      rowKey={({ gateway, id }) => `${gateway} ${id}`}
      renderItem={(event) => (
        <EventItem event={event} replay={canReplay && event.state !== 'applied' ? replay : undefined} />
      )}
    />
  );
}
