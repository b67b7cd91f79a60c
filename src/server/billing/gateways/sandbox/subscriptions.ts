import type { Tx } from '../../../db/tenant.ts';
import { periodEnd } from '../../../runtime/calendar.ts';
import { type Item, periodLine, prorate, type Proration } from '../../proration.ts';
import { GatewayRefusal, type GatewaySubscription } from '../gateway.ts';
import { charge, keepPayment, markOver, newPayment, paymentView } from './payments.ts';
import {
  type Customer,
  findObject,
  getObject,
  idOf,
  leaveWord,
  listPayments,
  putObject,
  type SandboxPayment,
  type SandboxSubscription,
  type Stored,
} from './store.ts';

const DAY_MS = 86_400_000;
/** Days after which a failed renewal is tried again; after the last the subscription ends. */
const RETRY_DAYS = [1, 3, 5];

export type Subscription = Stored<SandboxSubscription>;
export const spanOf = ({ data }: Subscription) => ({ start: new Date(data.start), end: new Date(data.end) });

/** Keeps it and leaves word; when it acts next by itself follows from its state and that of its open payment. */
export async function keepSubscription(tx: Tx, subscription: Subscription, type: string): Promise<void> {
  const { id, customerId, data } = subscription;
  if (data.status === 'ended') subscription.dueAt = null;
  else if (data.status === 'active' && !data.pending) subscription.dueAt = new Date(data.end);
  await putObject(tx, 'subscription', subscription);
  await leaveWord(tx, { type, customerId, subscriptionId: id, paymentId: null });
}

const waitUntil = (subscription: Subscription, payment: Stored<SandboxPayment>) => {
  const expiry = new Date(payment.data.expiresAt ?? subscription.data.end);
  const end = new Date(subscription.data.end);
  subscription.dueAt = subscription.data.status === 'active' && end < expiry ? end : expiry;
};

export async function startSubscription(
  tx: Tx,
  now: Date,
  key: string,
  { customerId, item }: { customerId: string; item: Item },
): Promise<string> {
  const id = idOf('sub', key);
  const paymentId = idOf('in', key);
  const known = await findObject<SandboxPayment>(tx, 'payment', paymentId);
  if (known?.data.status === 'void') throw new GatewayRefusal('card_refused');
  if (known) return id;
  const customer = await getObject<Customer>(tx, 'customer', customerId);
  if (!customer.data.method) throw new GatewayRefusal('payment_method_missing');
  const span = { start: now.toISOString(), end: periodEnd(now, item.period).toISOString() };
  const data: SandboxSubscription = {
    ...{ status: 'incomplete', item, anchor: span.start, count: 1, ...span },
    ...{ isCancelled: false, scheduled: null, pending: null, failures: 0 },
  };
  const subscription: Subscription = { id, customerId, data, dueAt: null };
  const payment = newPayment(paymentId, customerId, now, {
    ...{ reason: 'start', subscriptionId: id, amount: item.amount, lines: [periodLine(item)], item, span },
  });
  const result = charge(payment, customer.data, now, true);
  if (result === 'refused') markOver(payment, 'void');
  data.status = result === 'paid' ? 'active' : result === 'waits' ? 'incomplete' : 'ended';
  if (result === 'waits') waitUntil(subscription, payment);
  await keepPayment(tx, payment, 'payment.created');
  await keepSubscription(tx, subscription, 'subscription.created');
  return id;
}

export const previewChange = (subscription: Subscription, item: Item, at: Date): Proration =>
  prorate(subscription.data.item, item, spanOf(subscription), at);

/** Takes over what a paid change was for. */
export function enterItem({ data }: Subscription, { data: payment }: Stored<SandboxPayment>): void {
  Object.assign(data, { item: payment.item, pending: null });
  if (!payment.isNewPeriod || !payment.span) return;
  Object.assign(data, { anchor: payment.span.start, count: 1, start: payment.span.start, end: payment.span.end });
}

/** Answers whether the change was refused; what was refused stays on record. */
export async function changeNow(
  tx: Tx,
  now: Date,
  key: string,
  subscription: Subscription,
  { item, at }: { item: Item; at: Date },
): Promise<'done' | 'refused'> {
  const paymentId = idOf('in', key);
  const known = await findObject<SandboxPayment>(tx, 'payment', paymentId);
  if (known) return known.data.status === 'void' ? 'refused' : 'done';
  if (subscription.data.status !== 'active' || subscription.data.pending) throw new GatewayRefusal('conflict');
  const customer = await getObject<Customer>(tx, 'customer', subscription.customerId);
  const { amount, lines, span, isNewPeriod } = previewChange(subscription, item, at);
  const payment = newPayment(paymentId, subscription.customerId, now, {
    ...{ reason: 'change', subscriptionId: subscription.id, amount, lines, item, isNewPeriod },
    span: { start: span.start.toISOString(), end: span.end.toISOString() },
  });
  const result = charge(payment, customer.data, now, true);
  if (result === 'paid') enterItem(subscription, payment);
  if (result === 'paid') subscription.data.scheduled = null;
  if (result === 'waits') {
    subscription.data.pending = { item, paymentId };
    waitUntil(subscription, payment);
  }
  if (result === 'refused') markOver(payment, 'void');
  await keepPayment(tx, payment, 'payment.created');
  await keepSubscription(tx, subscription, 'subscription.changed');
  return result === 'refused' ? 'refused' : 'done';
}

const openPaymentOf = async (tx: Tx, { id, customerId }: Subscription) =>
  (await listPayments(tx, customerId, id)).find(({ data }) => data.status === 'open') ?? null;

/** Lets go what waits to be paid: a change, a first payment (and the subscription with it), a renewal (likewise). */
export async function letGo(tx: Tx, subscription: Subscription, status: 'void' | 'uncollectible'): Promise<void> {
  const open = await openPaymentOf(tx, subscription);
  if (open) {
    markOver(open, status);
    await keepPayment(tx, open, 'payment.failed');
  }
  subscription.data.pending = null;
  if (subscription.data.status !== 'active') subscription.data.status = 'ended';
  subscription.dueAt = null;
}

/** Tries once more to charge an unpaid renewal. */
export async function chargeAgain(tx: Tx, now: Date, subscription: Subscription, isPresent: boolean): Promise<void> {
  const { data } = subscription;
  const payment = await openPaymentOf(tx, subscription);
  if (!payment) return;
  const customer = await getObject<Customer>(tx, 'customer', subscription.customerId);
  const result = charge(payment, customer.data, now, isPresent);
  if (result === 'paid') Object.assign(data, { status: 'active', failures: 0 });
  else if (!isPresent) {
    data.failures += 1;
    const days = RETRY_DAYS[data.failures - 1];
    if (days === undefined) return letGo(tx, subscription, 'uncollectible');
    subscription.dueAt = new Date(now.getTime() + days * DAY_MS);
  }
  await keepPayment(tx, payment, 'payment.tried');
}

/** The end of a period: it ends, or goes on as what it is to become. */
async function renew(tx: Tx, now: Date, subscription: Subscription): Promise<void> {
  const { id, customerId, data } = subscription;
  if (data.pending) await letGo(tx, subscription, 'void');
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
    ...{ reason: 'renewal', subscriptionId: id, amount: item.amount, lines: [periodLine(item)], item, span },
  });
  await putObject(tx, 'payment', payment);
  await chargeAgain(tx, now, subscription, false);
}

/** What a subscription does by itself when its time has come. */
export async function act(tx: Tx, now: Date, subscription: Subscription): Promise<void> {
  const { data } = subscription;
  if (data.status === 'past_due') await chargeAgain(tx, now, subscription, false);
  else if (data.status === 'incomplete') await letGo(tx, subscription, 'void');
  else if (new Date(data.end) <= now) await renew(tx, now, subscription);
  else if (data.pending) await letGo(tx, subscription, 'void');
  await keepSubscription(tx, subscription, 'subscription.changed');
}

export async function subscriptionView(tx: Tx, { id, customerId, data }: Subscription): Promise<GatewaySubscription> {
  const customer = await getObject<Customer>(tx, 'customer', customerId);
  const { card: _, ...method } = customer.data.method ?? { card: null };
  return {
    ...{ id, customerId, status: data.status, item: data.item, scheduled: data.scheduled },
    span: { start: new Date(data.start), end: new Date(data.end) },
    cancelAt: data.isCancelled && data.status !== 'ended' ? new Date(data.end) : null,
    pending: data.status === 'incomplete' ? data.item : (data.pending?.item ?? null),
    method: 'id' in method ? method : null,
    payments: (await listPayments(tx, customerId, id)).map(paymentView),
  };
}
