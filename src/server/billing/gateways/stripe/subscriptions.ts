import type Stripe from 'stripe';
import { type PlanItem, prorate, type Proration } from '../../proration.ts';
import { GatewayError } from '../gateway.ts';
import { readChangeMetadata, writeChangeMetadata } from './change-invoice.ts';
import { callOf, idOf, isUnpaid, stepKey, type StripeConnection } from './connect.ts';
import { dropInvoice, type InvoiceWithIntent, isPendingChange } from './invoices.ts';
import { requireMethod } from './methods.ts';
import { ensurePrice } from './prices.ts';
import {
  itemOf,
  releaseSchedule,
  requireSubscription,
  spanOf,
  statusOf,
  type SubscriptionWithInvoices,
} from './state.ts';

/** Stripe forgets idempotency keys after a day: older calls are found in metadata. */
const PAGE_LIMIT = 100;

async function findOrCreate(
  connection: StripeConnection,
  call: string,
  customer: string,
  item: PlanItem,
): Promise<Stripe.Subscription> {
  const { api } = connection;
  const { data } = await api.subscriptions.list({ customer, status: 'all', limit: PAGE_LIMIT });
  const known = data.find(({ metadata }) => metadata.call === call);
  if (known) return known;
  await requireMethod(connection, customer);
  const price = await ensurePrice(connection, item);
  return api.subscriptions.create(
    {
      customer,
      items: [{ price }],
      metadata: { call },
      collection_method: 'charge_automatically',
      // Charges the card within this request. If the customer has to confirm it, the subscription stays incomplete.
      payment_behavior: 'allow_incomplete',
      off_session: false,
    },
    stepKey(call, 'subscription'),
  );
}

export async function createSubscription(
  connection: StripeConnection,
  key: string,
  { customerId, item }: { customerId: string; item: PlanItem },
): Promise<string> {
  const { id } = await findOrCreate(connection, callOf(key), customerId, item);
  const { subscription } = await requireSubscription(connection, id);
  if (subscription.status === 'incomplete_expired') throw new GatewayError('card_refused');
  return id;
}

export async function previewChange(
  connection: StripeConnection,
  id: string,
  item: PlanItem,
  at: Date,
): Promise<Proration> {
  const { subscription } = await requireSubscription(connection, id);
  return prorate(itemOf(subscription), item, spanOf(subscription), at);
}

/** Our own lines charge exactly what was quoted: Stripe would prorate again by the second of the request. */
async function draftChange(
  { api }: StripeConnection,
  call: string,
  { subscription, invoices }: SubscriptionWithInvoices,
  item: PlanItem,
  preview: Proration,
): Promise<Stripe.Invoice> {
  if (statusOf(subscription) !== 'active' || invoices.some(isPendingChange)) throw new GatewayError('conflict');
  return api.invoices.create(
    {
      customer: idOf(subscription.customer),
      subscription: subscription.id,
      currency: 'brl',
      auto_advance: false,
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'exclude',
      metadata: writeChangeMetadata(call, item, preview),
    },
    stepKey(call, 'invoice'),
  );
}

async function finalizeChange(
  { api }: StripeConnection,
  call: string,
  draft: Stripe.Invoice,
  { lines, amount }: Proration,
) {
  // The subscription changed since the quote, so the quoted amount is no longer valid.
  if (readChangeMetadata(draft)?.amount !== amount) {
    await api.invoices.del(draft.id);
    throw new GatewayError('conflict');
  }
  if (draft.lines.data.length === 0) {
    const own = lines
      .filter((line) => line.amount !== 0)
      .map(({ text, amount: of }) => ({ description: text, amount: of }));
    if (own.length > 0) await api.invoices.addLines(draft.id, { lines: own }, stepKey(call, 'lines'));
  }
  return api.invoices.finalizeInvoice(draft.id, { auto_advance: false }, stepKey(call, 'issue'));
}

const findCall = (invoices: InvoiceWithIntent[], call: string) =>
  invoices.find(({ invoice }) => invoice.metadata?.call === call)?.invoice ?? null;

export async function changeSubscription(
  connection: StripeConnection,
  key: string,
  id: string,
  { item, at }: { item: PlanItem; at: Date },
): Promise<void> {
  const call = callOf(key);
  const own = await requireSubscription(connection, id);
  const preview = () => prorate(itemOf(own.subscription), item, spanOf(own.subscription), at);
  let invoice = findCall(own.invoices, call) ?? (await draftChange(connection, call, own, item, preview()));
  if (invoice.status === 'draft') invoice = await finalizeChange(connection, call, invoice, preview());
  if (invoice.status === 'open') {
    try {
      await connection.api.invoices.pay(invoice.id, { off_session: false }, stepKey(call, 'pay'));
    } catch (error) {
      if (!isUnpaid(error)) throw error;
    }
  }
  const after = findCall((await requireSubscription(connection, id)).invoices, call);
  if (after?.status === 'void') throw new GatewayError('card_refused');
}

/** Voiding the first invoice ends the subscription; voiding an upgrade's leaves it unchanged. */
export async function dropPending(connection: StripeConnection, id: string): Promise<void> {
  const { subscription, invoices } = await requireSubscription(connection, id);
  const isFirst = statusOf(subscription) === 'incomplete';
  for (const own of invoices) if (isFirst || isPendingChange(own)) await dropInvoice(connection, own);
}

export async function endSubscription(connection: StripeConnection, key: string, id: string): Promise<void> {
  const { subscription, invoices } = await requireSubscription(connection, id);
  if (statusOf(subscription) === 'ended') return;
  for (const own of invoices) await dropInvoice(connection, own);
  if (statusOf(subscription) === 'incomplete') return;
  await releaseSchedule(connection, subscription);
  await connection.api.subscriptions.cancel(id, { prorate: false, invoice_now: false }, stepKey(callOf(key), 'end'));
}
