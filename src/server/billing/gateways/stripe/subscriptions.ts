import type Stripe from 'stripe';
import { type Item, prorate, type Proration } from '../../proration.ts';
import { GatewayRefusal } from '../gateway.ts';
import { noteChange, readChangeNote } from './change-invoice.ts';
import { callOf, type Connection, isUnpaid, stepKey } from './connect.ts';
import { isPendingChange, letGo, type OwnInvoice } from './invoices.ts';
import { requireMethod } from './methods.ts';
import { readyPrice } from './prices.ts';
import { itemOf, need, type OwnSubscription, releaseSchedule, spanOf, statusOf } from './state.ts';

/** Stripe forgets its keys after a day: what a call has made is told by the call's name on it for ever. */
const NEWEST = 100;

async function begin(connection: Connection, call: string, customer: string, item: Item): Promise<Stripe.Subscription> {
  const { api } = connection;
  const { data } = await api.subscriptions.list({ customer, status: 'all', limit: NEWEST });
  const known = data.find(({ metadata }) => metadata.call === call);
  if (known) return known;
  await requireMethod(connection, customer);
  const price = await readyPrice(connection, item);
  return api.subscriptions.create(
    {
      ...{ customer, items: [{ price }], metadata: { call }, collection_method: 'charge_automatically' },
      // The card is charged within the call; where its owner has to say yes, the subscription waits for him.
      ...{ payment_behavior: 'allow_incomplete', off_session: false },
    },
    stepKey(call, 'subscription'),
  );
}

export async function createSubscription(
  connection: Connection,
  key: string,
  { customerId, item }: { customerId: string; item: Item },
): Promise<string> {
  const { id } = await begin(connection, callOf(key), customerId, item);
  const { subscription } = await need(connection, id);
  if (subscription.status === 'incomplete_expired') throw new GatewayRefusal('card_refused');
  return id;
}

export async function previewChange(connection: Connection, id: string, item: Item, at: Date): Promise<Proration> {
  const { subscription } = await need(connection, id);
  return prorate(itemOf(subscription), item, spanOf(subscription), at);
}

/**
 * An invoice of our own lines, so that it charges what was quoted to the centavo: Stripe's proration would reckon anew, by
 * the second at which it is asked.
 */
async function draftChange(
  { api }: Connection,
  call: string,
  { subscription, invoices }: OwnSubscription,
  item: Item,
  preview: Proration,
): Promise<Stripe.Invoice> {
  if (statusOf(subscription) !== 'active' || invoices.some(isPendingChange)) throw new GatewayRefusal('conflict');
  return api.invoices.create(
    {
      ...{ customer: subscription.customer as string, subscription: subscription.id, currency: 'brl' },
      ...{ auto_advance: false, collection_method: 'charge_automatically' },
      ...{ pending_invoice_items_behavior: 'exclude', metadata: noteChange(call, item, preview) },
    },
    stepKey(call, 'invoice'),
  );
}

/** Writes the lines, all at once, and has the invoice payable. */
async function issueChange({ api }: Connection, call: string, draft: Stripe.Invoice, { lines, amount }: Proration) {
  // The subscription has become another since: what was quoted is no longer what it costs.
  if (readChangeNote(draft)?.amount !== amount) {
    await api.invoices.del(draft.id);
    throw new GatewayRefusal('conflict');
  }
  if (draft.lines.data.length === 0) {
    const own = lines
      .filter((line) => line.amount !== 0)
      .map(({ text, amount: of }) => ({ description: text, amount: of }));
    if (own.length > 0) await api.invoices.addLines(draft.id, { lines: own }, stepKey(call, 'lines'));
  }
  return api.invoices.finalizeInvoice(draft.id, { auto_advance: false }, stepKey(call, 'issue'));
}

const findCall = (invoices: OwnInvoice[], call: string) =>
  invoices.find(({ invoice }) => invoice.metadata?.call === call)?.invoice ?? null;

export async function changeSubscription(
  connection: Connection,
  key: string,
  id: string,
  { item, at }: { item: Item; at: Date },
): Promise<void> {
  const call = callOf(key);
  const own = await need(connection, id);
  const preview = () => prorate(itemOf(own.subscription), item, spanOf(own.subscription), at);
  let invoice = findCall(own.invoices, call) ?? (await draftChange(connection, call, whole(own), item, preview()));
  if (invoice.status === 'draft') invoice = await issueChange(connection, call, invoice, preview());
  if (invoice.status === 'open') {
    try {
      await connection.api.invoices.pay(invoice.id, { off_session: false }, stepKey(call, 'pay'));
    } catch (error) {
      if (!isUnpaid(error)) throw error;
    }
  }
  const after = findCall((await need(connection, id)).invoices, call);
  if (after?.status === 'void') throw new GatewayRefusal('card_refused');
}

/** With the customer's id in place of himself, as a request takes it. */
const whole = ({ subscription, invoices }: OwnSubscription): OwnSubscription => {
  const { customer } = subscription;
  return {
    subscription: { ...subscription, customer: typeof customer === 'string' ? customer : customer.id },
    invoices,
  };
};

/** Voiding a first invoice ends its subscription; voiding that of an upgrade leaves things as they were. */
export async function dropPending(connection: Connection, id: string): Promise<void> {
  const { subscription, invoices } = await need(connection, id);
  const isFirst = statusOf(subscription) === 'incomplete';
  for (const own of invoices) if (isFirst || isPendingChange(own)) await letGo(connection, own);
}

export async function endSubscription(connection: Connection, key: string, id: string): Promise<void> {
  const { subscription, invoices } = await need(connection, id);
  if (statusOf(subscription) === 'ended') return;
  for (const own of invoices) await letGo(connection, own);
  if (statusOf(subscription) === 'incomplete') return;
  await releaseSchedule(connection, subscription);
  await connection.api.subscriptions.cancel(id, { prorate: false, invoice_now: false }, stepKey(callOf(key), 'end'));
}
