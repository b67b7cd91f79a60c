import type Stripe from 'stripe';
import type { PlanItem } from '../../proration.ts';
import { GatewayError } from '../gateway.ts';
import { callOf, secondsOf, stepKey, type StripeConnection } from './connect.ts';
import { ensurePrice } from './prices.ts';
import { nextPhase, priceOf, releaseSchedule, requireSubscription, scheduleOf, spanOf, statusOf } from './state.ts';

/* A scheduled change, or no renewal: Stripe allows only one of the two at a time. */

/** The current plan until the period ends, then one period of the new one, then no schedule. */
async function planPhases(
  { api }: StripeConnection,
  call: string,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  item: PlanItem,
  price: string,
): Promise<void> {
  const running = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
  if (!running) throw new GatewayError('conflict');
  const { start_date, trial_end } = running;
  const end_date = secondsOf(spanOf(subscription).end);
  const now = { start_date, end_date, ...(trial_end !== null && { trial_end }) };
  await api.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { ...now, items: [{ price: priceOf(subscription), quantity: 1 }], proration_behavior: 'none' },
        {
          items: [{ price, quantity: 1 }],
          proration_behavior: 'none',
          duration: { interval: item.period === 'YEARLY' ? 'year' : 'month', interval_count: 1 },
        },
      ],
    },
    stepKey(call, 'phases'),
  );
}

export async function scheduleChange(
  connection: StripeConnection,
  key: string,
  id: string,
  item: PlanItem | null,
): Promise<void> {
  const { subscription } = await requireSubscription(connection, id);
  if (statusOf(subscription) === 'ended') return;
  if (!item) return releaseSchedule(connection, subscription);
  const call = callOf(key);
  const price = await ensurePrice(connection, item);
  const known = scheduleOf(subscription);
  const isPlanned = known && nextPhase(known)?.items[0]?.price === price;
  if (isPlanned) return;
  const schedule =
    known ?? (await connection.api.subscriptionSchedules.create({ from_subscription: id }, stepKey(call, 'schedule')));
  await planPhases(connection, call, subscription, schedule, item, price);
}

export async function setCancelled(
  connection: StripeConnection,
  key: string,
  id: string,
  isCancelled: boolean,
): Promise<void> {
  const { subscription } = await requireSubscription(connection, id);
  if (statusOf(subscription) === 'ended') return;
  if (isCancelled) await releaseSchedule(connection, subscription);
  const call = callOf(key);
  const change = { cancel_at_period_end: isCancelled };
  await connection.api.subscriptions.update(id, change, stepKey(call, `cancelled ${isCancelled}`));
}
