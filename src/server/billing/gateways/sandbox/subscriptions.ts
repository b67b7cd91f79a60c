import { DAY_MS } from '../../../../shared/constants.ts';
import type { Tx } from '../../../db/tenant.ts';
import { periodEnd } from '../../../runtime/calendar.ts';
import { periodLine, type PlanItem, prorate, type Proration } from '../../proration.ts';
import { GatewayError, type GatewaySubscription } from '../gateway.ts';
import { charge, closePayment, newPayment, paymentView, savePayment } from './payments.ts';
import {
  findObject,
  getObject,
  idOf,
  listPayments,
  putObject,
  queueEvent,
  type SandboxCustomer,
  type SandboxObject,
  type SandboxPayment,
  type SandboxSubscription,
} from './store.ts';

/** After the last retry, the subscription ends. */
const RETRY_DAYS = [1, 3, 5];

export type StoredSubscription = SandboxObject<SandboxSubscription>;
const spanOf = ({ data }: StoredSubscription) => ({ start: new Date(data.start), end: new Date(data.end) });

/** Queues an event. The next due time follows from state and open payment. */
export async function saveSubscription(tx: Tx, subscription: StoredSubscription, type: string): Promise<void> {
  const { id, customerId, data } = subscription;
  if (data.status === 'ended') subscription.dueAt = null;
  else if (data.status === 'active' && !data.pending) subscription.dueAt = new Date(data.end);
  await putObject(tx, 'subscription', subscription);
  await queueEvent(tx, { type, customerId, subscriptionId: id, paymentId: null });
}

const waitUntil = (subscription: StoredSubscription, payment: SandboxObject<SandboxPayment>) => {
  const expiry = new Date(payment.data.expiresAt ?? subscription.data.end);
  const end = new Date(subscription.data.end);
  subscription.dueAt = subscription.data.status === 'active' && end < expiry ? end : expiry;
};

export async function startSubscription(
  tx: Tx,
  now: Date,
  key: string,
  { customerId, item }: { customerId: string; item: PlanItem },
): Promise<string> {
  const id = idOf('sub', key);
  const paymentId = idOf('in', key);
  const known = await findObject<SandboxPayment>(tx, 'payment', paymentId);
  if (known?.data.status === 'void') throw new GatewayError('card_refused');
  if (known) return id;
  const customer = await getObject<SandboxCustomer>(tx, 'customer', customerId);
  if (!customer.data.method) throw new GatewayError('payment_method_missing');
  const span = { start: now.toISOString(), end: periodEnd(now, item.period).toISOString() };
  const data: SandboxSubscription = {
    status: 'incomplete',
    item,
    anchor: span.start,
    count: 1,
    ...span,
    isCancelled: false,
    scheduled: null,
    pending: null,
    failures: 0,
  };
  const subscription: StoredSubscription = { id, customerId, data, dueAt: null };
  const payment = newPayment(paymentId, customerId, now, {
    reason: 'start',
    subscriptionId: id,
    amount: item.amount,
    lines: [periodLine(item)],
    item,
    span,
  });
  const result = charge(payment, customer.data, now, true);
  if (result === 'refused') closePayment(payment, 'void');
  data.status = result === 'paid' ? 'active' : result === 'waits' ? 'incomplete' : 'ended';
  if (result === 'waits') waitUntil(subscription, payment);
  await savePayment(tx, payment, 'payment.created');
  await saveSubscription(tx, subscription, 'subscription.created');
  return id;
}

export const previewChange = (subscription: StoredSubscription, item: PlanItem, at: Date): Proration =>
  prorate(subscription.data.item, item, spanOf(subscription), at);

export function applyPaidChange({ data }: StoredSubscription, { data: payment }: SandboxObject<SandboxPayment>): void {
  Object.assign(data, { item: payment.item, pending: null });
  if (!payment.isNewPeriod || !payment.span) return;
  Object.assign(data, { anchor: payment.span.start, count: 1, start: payment.span.start, end: payment.span.end });
}

/** A `refused` payment stays on record. */
export async function changeNow(
  tx: Tx,
  now: Date,
  key: string,
  subscription: StoredSubscription,
  { item, at }: { item: PlanItem; at: Date },
): Promise<'done' | 'refused'> {
  const paymentId = idOf('in', key);
  const known = await findObject<SandboxPayment>(tx, 'payment', paymentId);
  if (known) return known.data.status === 'void' ? 'refused' : 'done';
  if (subscription.data.status !== 'active' || subscription.data.pending) throw new GatewayError('conflict');
  const customer = await getObject<SandboxCustomer>(tx, 'customer', subscription.customerId);
  const { amount, lines, span, isNewPeriod } = previewChange(subscription, item, at);
  const payment = newPayment(paymentId, subscription.customerId, now, {
    reason: 'change',
    subscriptionId: subscription.id,
    amount,
    lines,
    item,
    isNewPeriod,
    span: { start: span.start.toISOString(), end: span.end.toISOString() },
  });
  const result = charge(payment, customer.data, now, true);
  if (result === 'paid') applyPaidChange(subscription, payment);
  if (result === 'paid') subscription.data.scheduled = null;
  if (result === 'waits') {
    subscription.data.pending = { item, paymentId };
    waitUntil(subscription, payment);
  }
  if (result === 'refused') closePayment(payment, 'void');
  await savePayment(tx, payment, 'payment.created');
  await saveSubscription(tx, subscription, 'subscription.changed');
  return result === 'refused' ? 'refused' : 'done';
}

const openPaymentOf = async (tx: Tx, { id, customerId }: StoredSubscription) =>
  (await listPayments(tx, customerId, id)).find(({ data }) => data.status === 'open') ?? null;

/** Drops an unpaid change; an unpaid first payment or renewal also ends the subscription. */
export async function closeOpenPayment(
  tx: Tx,
  subscription: StoredSubscription,
  status: 'void' | 'uncollectible',
): Promise<void> {
  const open = await openPaymentOf(tx, subscription);
  if (open) {
    closePayment(open, status);
    await savePayment(tx, open, 'payment.failed');
  }
  subscription.data.pending = null;
  if (subscription.data.status !== 'active') subscription.data.status = 'ended';
  subscription.dueAt = null;
}

export async function retryCharge(
  tx: Tx,
  now: Date,
  subscription: StoredSubscription,
  isPresent: boolean,
): Promise<void> {
  const { data } = subscription;
  const payment = await openPaymentOf(tx, subscription);
  if (!payment) return;
  const customer = await getObject<SandboxCustomer>(tx, 'customer', subscription.customerId);
  const result = charge(payment, customer.data, now, isPresent);
  if (result === 'paid') Object.assign(data, { status: 'active', failures: 0 });
  else if (!isPresent) {
    data.failures += 1;
    const days = RETRY_DAYS[data.failures - 1];
    if (days === undefined) return closeOpenPayment(tx, subscription, 'uncollectible');
    subscription.dueAt = new Date(now.getTime() + days * DAY_MS);
  }
  await savePayment(tx, payment, 'payment.tried');
}

/** Or ends the subscription if it was cancelled; applies the scheduled plan. */
async function renew(tx: Tx, now: Date, subscription: StoredSubscription): Promise<void> {
  const { id, customerId, data } = subscription;
  if (data.pending) await closeOpenPayment(tx, subscription, 'void');
  if (data.isCancelled) {
    data.status = 'ended';
    return;
  }
  const item = data.scheduled ?? data.item;
  if (item.period !== data.item.period) Object.assign(data, { anchor: data.end, count: 0 });
  data.count += 1;
  const span = { start: data.end, end: periodEnd(new Date(data.anchor), item.period, data.count).toISOString() };
  Object.assign(data, { item, scheduled: null, ...span, status: 'past_due', failures: 0 });
  const payment = newPayment(idOf('in', `${id} ${span.start}`), customerId, now, {
    reason: 'renewal',
    subscriptionId: id,
    amount: item.amount,
    lines: [periodLine(item)],
    item,
    span,
  });
  await putObject(tx, 'payment', payment);
  await retryCharge(tx, now, subscription, false);
}

export async function runDueSubscription(tx: Tx, now: Date, subscription: StoredSubscription): Promise<void> {
  const { data } = subscription;
  if (data.status === 'past_due') await retryCharge(tx, now, subscription, false);
  else if (data.status === 'incomplete') await closeOpenPayment(tx, subscription, 'void');
  else if (new Date(data.end) <= now) await renew(tx, now, subscription);
  else if (data.pending) await closeOpenPayment(tx, subscription, 'void');
  await saveSubscription(tx, subscription, 'subscription.changed');
}

export async function subscriptionView(
  tx: Tx,
  { id, customerId, data }: StoredSubscription,
): Promise<GatewaySubscription> {
  const customer = await getObject<SandboxCustomer>(tx, 'customer', customerId);
  const { card: _, ...method } = customer.data.method ?? { card: null };
  return {
    id,
    customerId,
    status: data.status,
    item: data.item,
    scheduled: data.scheduled,
    span: { start: new Date(data.start), end: new Date(data.end) },
    cancelAt: data.isCancelled && data.status !== 'ended' ? new Date(data.end) : null,
    pending: data.status === 'incomplete' ? data.item : (data.pending?.item ?? null),
    method: 'id' in method ? method : null,
    payments: (await listPayments(tx, customerId, id)).map(paymentView),
  };
}
