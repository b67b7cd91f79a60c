import type Stripe from 'stripe';
import type { Item } from '../../proration.ts';
import { GatewayRefusal, type GatewaySubscription } from '../gateway.ts';
import { readChangeNote } from './change-invoice.ts';
import { type Connection, dateOf, idOf, orNull, secondsOf, stepKey } from './connect.ts';
import { isOver, isPendingChange, letGo, listInvoices, type OwnInvoice, viewInvoices } from './invoices.ts';
import { readMethod } from './methods.ts';
import { itemOfPrice, readPrice, readyPrice } from './prices.ts';

/** A subscription with its invoices. */
export interface OwnSubscription {
  subscription: Stripe.Subscription;
  invoices: OwnInvoice[];
}

const STATUS: Partial<Record<string, GatewaySubscription['status']>> = {
  ...{ incomplete: 'incomplete', incomplete_expired: 'ended', canceled: 'ended' },
  // A longer period that an upgrade has paid for is a trial to Stripe.
  ...{ active: 'active', trialing: 'active', past_due: 'past_due', unpaid: 'past_due', paused: 'past_due' },
};

export const statusOf = ({ status }: Stripe.Subscription) => STATUS[status] ?? 'past_due';

const lineOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [line] = items.data;
  if (!line) throw new Error('A subscription without an item');
  return line;
};

export const itemOf = (subscription: Stripe.Subscription): Item => {
  const { price } = lineOf(subscription);
  const foreign = { planId: '', text: '', period: 'MONTHLY' as const, amount: price.unit_amount ?? 0 };
  return itemOfPrice(price) ?? foreign;
};

export const spanOf = (subscription: Stripe.Subscription) => {
  const { current_period_start: start, current_period_end: end } = lineOf(subscription);
  return { start: dateOf(start), end: dateOf(end) };
};

export const priceOf = (subscription: Stripe.Subscription) => lineOf(subscription).price.id;

/** The schedule that is at work on it. */
export const scheduleOf = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null =>
  schedule && typeof schedule !== 'string' && ['active', 'not_started'].includes(schedule.status) ? schedule : null;

/** What comes after the phase that runs. */
export const nextPhase = ({ phases, current_phase: current }: Stripe.SubscriptionSchedule) =>
  phases.find(({ start_date: start }) => current !== null && start >= current.end_date) ?? null;

/** Lets the subscription go on as it is: while a schedule is at work, nothing else can change it. */
export async function releaseSchedule({ api }: Connection, subscription: Stripe.Subscription): Promise<void> {
  const schedule = scheduleOf(subscription);
  if (schedule) await api.subscriptionSchedules.release(schedule.id);
}

async function readOnce(connection: Connection, id: string): Promise<OwnSubscription | null> {
  const expand = ['schedule', 'customer.invoice_settings.default_payment_method'];
  const subscription = await orNull(connection.api.subscriptions.retrieve(id, { expand }));
  return subscription && { subscription, invoices: await listInvoices(connection, id) };
}

/** The last upgrade that was paid, unless the subscription has become it already. */
function findPaidChange({ subscription, invoices }: OwnSubscription): Stripe.Invoice | null {
  const paid = invoices.filter(({ invoice }) => invoice.status === 'paid' && readChangeNote(invoice));
  const last = paid.at(-1)?.invoice ?? null;
  return last && subscription.metadata.entered !== last.id ? last : null;
}

/**
 * Makes of a subscription what was paid for: without proration, as the invoice has charged it. A longer period begins as a
 * trial until its end, since any other way Stripe charges it whole at once. The same invoice enters once.
 */
async function enterChange(connection: Connection, { subscription }: OwnSubscription, invoice: Stripe.Invoice) {
  const note = readChangeNote(invoice)!;
  const price = await readyPrice(connection, note.item);
  await releaseSchedule(connection, subscription);
  const line = lineOf(subscription).id;
  await connection.api.subscriptions.update(
    subscription.id,
    {
      ...{ items: [{ id: line, price }], proration_behavior: 'none', metadata: { entered: invoice.id } },
      ...(note.isNewPeriod && { trial_end: secondsOf(note.span.end) }),
    },
    stepKey(invoice.id, 'enter'),
  );
}

/**
 * A subscription as it is, once what its payments have decided is done: a paid upgrade has been entered, and one that was
 * refused let go. Whoever reads does it, so it does not matter who was there when the payment ended.
 */
export async function readOwn(connection: Connection, id: string): Promise<OwnSubscription | null> {
  const own = await readOnce(connection, id);
  if (!own || statusOf(own.subscription) === 'ended') return own;
  const over = own.invoices.filter((one) => isOver(one));
  const paid = findPaidChange(own);
  if (over.length === 0 && !paid) return own;
  for (const one of over) await letGo(connection, one);
  if (paid) await enterChange(connection, own, paid);
  return readOnce(connection, id);
}

/** A subscription that must be there. @throws GatewayRefusal `conflict` */
export async function need(connection: Connection, id: string): Promise<OwnSubscription> {
  const own = await readOwn(connection, id);
  if (!own) throw new GatewayRefusal('conflict');
  return own;
}

async function readScheduled(connection: Connection, subscription: Stripe.Subscription): Promise<Item | null> {
  const schedule = scheduleOf(subscription);
  const price = schedule && nextPhase(schedule)?.items[0]?.price;
  return price ? readPrice(connection, price) : null;
}

function cancelDay(subscription: Stripe.Subscription): Date | null {
  const { cancel_at: at, cancel_at_period_end: isAtEnd } = subscription;
  if (statusOf(subscription) === 'ended') return null;
  return at ? dateOf(at) : isAtEnd ? spanOf(subscription).end : null;
}

/** A subscription as billing sees it. */
export async function viewSubscription(connection: Connection, own: OwnSubscription): Promise<GatewaySubscription> {
  const { subscription, invoices } = own;
  const { id, customer } = subscription;
  const status = statusOf(subscription);
  const item = itemOf(subscription);
  const waiting = invoices.find((one) => isPendingChange(one) && one.invoice.status === 'open');
  return {
    ...{ id, customerId: idOf(customer), status, item, span: spanOf(subscription), method: readMethod(customer) },
    ...{ cancelAt: cancelDay(subscription), scheduled: await readScheduled(connection, subscription) },
    pending: status === 'incomplete' ? item : waiting ? readChangeNote(waiting.invoice)!.item : null,
    payments: await viewInvoices(connection, id, invoices),
  };
}
