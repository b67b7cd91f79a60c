import { useInvalidate } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { StatusDot, type Tone } from '../../components/status-dot.tsx';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { useAllowed } from '../../providers/use-allowed.ts';
import './gateway-events.css';

const TONES: Record<BillingEvent['state'], Tone> = { applied: 'good', logged: 'off', parked: 'waiting' };

/** Has an event taken once more; whatever is known of events is asked for again, for it may be another's by then. */
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
  return (
    <li className="gateway-event">
      <div>
        <code title={id}>{type}</code>
        <p className="gateway-event-state">
          <StatusDot tone={TONES[state]}>{t(`gateway-events.states.${state}`)}</StatusDot>
          {reason && <span>{t(`gateway-events.reasons.${reason}`, reason)}</span>}
        </p>
        <p className="gateway-event-detail">
          {t(`gateway-events.gateways.${gateway}`)}
          {customerId && state === 'parked' && <span className="gateway-event-customer">{customerId}</span>}
          <MomentText iso={receivedAt} />
          {attempts > 0 && <span>{t('gateway-events.attempts', { count: attempts })}</span>}
          {state === 'parked' && (
            <span>{nextTryAt ? t('gateway-events.triesAgain') : t('gateway-events.triesNoMore')}</span>
          )}
        </p>
      </div>
      {replay && (
        <Button
          size="small"
          loading={isUnderWay}
          disabled={replay.isPending && !isUnderWay}
          aria-label={t('gateway-events.replayName', { type })}
          onClick={() => replay.mutate(event)}
        >
          {t('gateway-events.replay')}
        </Button>
      )}
    </li>
  );
}

/** What gateways told, with what became of it; what had no effect can be taken once more by who may. */
export function GatewayEventList({ events, label }: { events: readonly BillingEvent[]; label: string }) {
  const canReplay = useAllowed(gatewayEvents.name, 'replay');
  const replay = useReplay();
  return (
    <ul className="gateway-events" aria-label={label}>
      {events.map((event) => (
        <EventItem
          key={`${event.gateway} ${event.id}`}
          event={event}
          replay={canReplay && event.state !== 'applied' ? replay : undefined}
        />
      ))}
    </ul>
  );
}
