import type Stripe from 'stripe';
import { t } from '../../../runtime/translate.ts';
import { periodLine } from '../../proration.ts';
import type { GatewayPayment } from '../gateway.ts';
import { readChangeNote } from './change-invoice.ts';
import { type Connection, dateOf, idOf } from './connect.ts';
import { readPrice } from './prices.ts';

/** So many of the newest are read: with those of a year that is more than enough. */
const NEWEST = 100;
/** A bank's question that nobody answered for so long is over, as Stripe has it for first payments. */
const CONFIRM_MS = 23 * 3_600_000;

/** An invoice with the payment under way for it, where it is open. */
export interface OwnInvoice {
  invoice: Stripe.Invoice;
  intent: Stripe.PaymentIntent | null;
}

/** The payment under way for an open invoice. */
export async function readIntent({ api }: Connection, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  if (invoice.status !== 'open') return null;
  const { data } = await api.invoicePayments.list({ invoice: invoice.id, expand: ['data.payment.payment_intent'] });
  const intents = data.flatMap(({ status, payment }) => (status === 'open' ? (payment.payment_intent ?? []) : []));
  const [intent] = intents;
  return typeof intent === 'string' ? api.paymentIntents.retrieve(intent) : (intent ?? null);
}

/** The invoices of a subscription, the oldest first. */
export async function listInvoices(connection: Connection, subscription: string): Promise<OwnInvoice[]> {
  const { data } = await connection.api.invoices.list({ subscription, limit: NEWEST });
  const read = data.map(async (invoice) => ({ invoice, intent: await readIntent(connection, invoice) }));
  return (await Promise.all(read)).reverse();
}

/** The card said no while its owner was there. One that has not been asked yet has no error. */
const isRefused = (intent: Stripe.PaymentIntent | null) =>
  intent?.status === 'requires_payment_method' && intent.last_payment_error !== null;

const isOfOwner = ({ invoice }: OwnInvoice) =>
  invoice.billing_reason === 'subscription_create' || readChangeNote(invoice) !== null;

/** What a customer began, and was refused or left lying: it is to be let go. */
export const isOver = (own: OwnInvoice, now = Date.now()): boolean =>
  own.invoice.status === 'open' &&
  isOfOwner(own) &&
  (isRefused(own.intent) ||
    (readChangeNote(own.invoice) !== null && now - dateOf(own.invoice.created).getTime() > CONFIRM_MS));

/** An upgrade that waits for its payment. */
export const isPendingChange = ({ invoice }: OwnInvoice): boolean =>
  (invoice.status === 'open' || invoice.status === 'draft') && readChangeNote(invoice) !== null;

function reasonOf(invoice: Stripe.Invoice): GatewayPayment['reason'] {
  if (readChangeNote(invoice)) return 'change';
  return invoice.billing_reason === 'subscription_create' ? 'start' : 'renewal';
}

/**
 * Whether an invoice is one to tell of. Not yet: a draft, and a renewal that Stripe has not tried to charge. Never: one over
 * nothing that Stripe makes when a period is moved.
 */
function isTold({ invoice }: OwnInvoice): boolean {
  const reason = reasonOf(invoice);
  if (invoice.status === 'draft' || invoice.status === null) return false;
  if (reason === 'renewal' && (invoice.total === 0 || (invoice.status === 'open' && !invoice.attempted))) return false;
  return true;
}

/** What it is for, by itself or by the price on its line. */
async function readSubject(connection: Connection, invoice: Stripe.Invoice) {
  const note = readChangeNote(invoice);
  if (note) return { item: note.item, span: note.span, isNewPeriod: note.isNewPeriod, priced: null };
  for (const line of invoice.lines.data) {
    const price = line.pricing?.price_details?.price;
    const item = price ? await readPrice(connection, price) : null;
    if (!item) continue;
    const span = { start: dateOf(line.period.start), end: dateOf(line.period.end) };
    return { item, span, isNewPeriod: false, priced: line.id };
  }
  return { item: null, span: null, isNewPeriod: false, priced: null };
}

type Subject = Awaited<ReturnType<typeof readSubject>>;

function linesOf({ lines, total }: Stripe.Invoice, { item, priced }: Subject): GatewayPayment['lines'] {
  const told = lines.data.map((line) => ({
    text: line.id === priced && item ? periodLine(item).text : (line.description ?? ''),
    amount: line.amount,
  }));
  // A discount or a tax that somebody set at Stripe stands on no line.
  const rest = total - told.reduce((sum, { amount }) => sum + amount, 0);
  return rest === 0 ? told : [...told, { text: t('billing.lines.adjustment'), amount: rest }];
}

function waitOf(intent: Stripe.PaymentIntent | null): GatewayPayment['waitsFor'] {
  if (intent?.status !== 'requires_action' || !intent.client_secret) return null;
  return { kind: 'confirm', clientSecret: intent.client_secret, pix: null };
}

async function viewInvoice(connection: Connection, subscriptionId: string, own: OwnInvoice): Promise<GatewayPayment> {
  const { invoice, intent } = own;
  const subject = await readSubject(connection, invoice);
  const { item, span, isNewPeriod } = subject;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    ...{ id: invoice.id, customerId: idOf(invoice.customer!), subscriptionId, reason: reasonOf(invoice) },
    ...{ status: invoice.status as GatewayPayment['status'], amount: invoice.total, lines: linesOf(invoice, subject) },
    ...{ issuedAt: dateOf(invoice.created), paidAt: paidAt ? dateOf(paidAt) : null },
    ...{ item, span, isNewPeriod, reference: null, waitsFor: waitOf(intent) },
  };
}

/** The invoices of a subscription as billing sees them. */
export const viewInvoices = (
  connection: Connection,
  subscriptionId: string,
  own: OwnInvoice[],
): Promise<GatewayPayment[]> =>
  Promise.all(own.filter(isTold).map((one) => viewInvoice(connection, subscriptionId, one)));

/** Lets an invoice go: a draft by giving up on it, an open one for good. */
export async function letGo({ api }: Connection, { invoice }: OwnInvoice): Promise<void> {
  if (invoice.status === 'draft' && readChangeNote(invoice)) await api.invoices.del(invoice.id);
  else if (invoice.status === 'draft') await api.invoices.update(invoice.id, { auto_advance: false });
  else if (invoice.status === 'open') await api.invoices.voidInvoice(invoice.id);
}
