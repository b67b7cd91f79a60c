import type Stripe from 'stripe';
import type { PlanItem } from '../../proration.ts';
import { GatewayError, type GatewaySubscription } from '../gateway.ts';
import { readChangeMetadata } from './change-invoice.ts';
import { dateOf, idOf, orNull, secondsOf, stepKey, type StripeConnection } from './connect.ts';
import {
  dropInvoice,
  type InvoiceWithIntent,
  isAbandoned,
  isPendingChange,
  listInvoices,
  toPayments,
} from './invoices.ts';
import { readMethod } from './methods.ts';
import { ensurePrice, itemOfPrice, readPrice } from './prices.ts';

export interface SubscriptionWithInvoices {
  subscription: Stripe.Subscription;
  invoices: InvoiceWithIntent[];
}

const STATUS: Partial<Record<string, GatewaySubscription['status']>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  canceled: 'ended',
  // At Stripe, a longer period paid by an upgrade is a trial.
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
};

export const statusOf = ({ status }: Stripe.Subscription) => STATUS[status] ?? 'past_due';

const lineOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [line] = items.data;
  if (!line) throw new Error('The subscription has no item');
  return line;
};

export const itemOf = (subscription: Stripe.Subscription): PlanItem => {
  const { price } = lineOf(subscription);
  const foreign = { planId: '', text: '', period: 'MONTHLY' as const, amount: price.unit_amount ?? 0 };
  return itemOfPrice(price) ?? foreign;
};

export const spanOf = (subscription: Stripe.Subscription) => {
  const { current_period_start: start, current_period_end: end } = lineOf(subscription);
  return { start: dateOf(start), end: dateOf(end) };
};

export const priceOf = (subscription: Stripe.Subscription) => lineOf(subscription).price.id;

export const scheduleOf = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null =>
  schedule && typeof schedule !== 'string' && ['active', 'not_started'].includes(schedule.status) ? schedule : null;

export const nextPhase = ({ phases, current_phase: current }: Stripe.SubscriptionSchedule) =>
  phases.find(({ start_date: start }) => current !== null && start >= current.end_date) ?? null;

/** While a schedule is active, Stripe rejects other changes. */
export async function releaseSchedule({ api }: StripeConnection, subscription: Stripe.Subscription): Promise<void> {
  const schedule = scheduleOf(subscription);
  if (schedule) await api.subscriptionSchedules.release(schedule.id);
}

async function readAsIs(connection: StripeConnection, id: string): Promise<SubscriptionWithInvoices | null> {
  const expand = ['schedule', 'customer.invoice_settings.default_payment_method'];
  const subscription = await orNull(connection.api.subscriptions.retrieve(id, { expand }));
  return subscription && { subscription, invoices: await listInvoices(connection, id) };
}

/** Not taken over by the subscription yet. */
function findPaidChange({ subscription, invoices }: SubscriptionWithInvoices): Stripe.Invoice | null {
  const paid = invoices.filter(({ invoice }) => invoice.status === 'paid' && readChangeMetadata(invoice));
  const last = paid.at(-1)?.invoice ?? null;
  return last && subscription.metadata.entered !== last.id ? last : null;
}

/** Our invoice charged it already: no proration, and a longer period is a trial until its end. Repeatable. */
async function applyPaidChange(
  connection: StripeConnection,
  { subscription }: SubscriptionWithInvoices,
  invoice: Stripe.Invoice,
) {
  const note = readChangeMetadata(invoice)!;
  const price = await ensurePrice(connection, note.item);
  await releaseSchedule(connection, subscription);
  const line = lineOf(subscription).id;
  await connection.api.subscriptions.update(
    subscription.id,
    {
      items: [{ id: line, price }],
      proration_behavior: 'none',
      metadata: { entered: invoice.id },
      ...(note.isNewPeriod && { trial_end: secondsOf(note.span.end) }),
    },
    stepKey(invoice.id, 'enter'),
  );
}

/** Applies a paid upgrade, voids a refused one: every read does, so it does not matter where a process died. */
export async function readUpToDate(connection: StripeConnection, id: string): Promise<SubscriptionWithInvoices | null> {
  const own = await readAsIs(connection, id);
  if (!own || statusOf(own.subscription) === 'ended') return own;
  const abandoned = own.invoices.filter((one) => isAbandoned(one));
  const paid = findPaidChange(own);
  if (abandoned.length === 0 && !paid) return own;
  for (const one of abandoned) await dropInvoice(connection, one);
  if (paid) await applyPaidChange(connection, own, paid);
  return readAsIs(connection, id);
}

/** Throws `GatewayError` `conflict`. */
export async function requireSubscription(connection: StripeConnection, id: string): Promise<SubscriptionWithInvoices> {
  const own = await readUpToDate(connection, id);
  if (!own) throw new GatewayError('conflict');
  return own;
}

async function readScheduled(
  connection: StripeConnection,
  subscription: Stripe.Subscription,
): Promise<PlanItem | null> {
  const schedule = scheduleOf(subscription);
  const price = schedule && nextPhase(schedule)?.items[0]?.price;
  return price ? readPrice(connection, price) : null;
}

function cancelDay(subscription: Stripe.Subscription): Date | null {
  const { cancel_at: at, cancel_at_period_end: isAtEnd } = subscription;
  if (statusOf(subscription) === 'ended') return null;
  return at ? dateOf(at) : isAtEnd ? spanOf(subscription).end : null;
}

export async function toGatewaySubscription(
  connection: StripeConnection,
  own: SubscriptionWithInvoices,
): Promise<GatewaySubscription> {
  const { subscription, invoices } = own;
  const { id, customer } = subscription;
  const status = statusOf(subscription);
  const item = itemOf(subscription);
  const waiting = invoices.find((one) => isPendingChange(one) && one.invoice.status === 'open');
  return {
    id,
    customerId: idOf(customer),
    status,
    item,
    span: spanOf(subscription),
    method: readMethod(customer),
    cancelAt: cancelDay(subscription),
    scheduled: await readScheduled(connection, subscription),
    pending: status === 'incomplete' ? item : waiting ? readChangeMetadata(waiting.invoice)!.item : null,
    payments: await toPayments(connection, id, invoices),
  };
}
