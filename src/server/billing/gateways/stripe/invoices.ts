import type Stripe from 'stripe';
import { t } from '../../../runtime/translate.ts';
import { periodLine } from '../../proration.ts';
import type { GatewayPayment } from '../gateway.ts';
import { readChangeMetadata } from './change-invoice.ts';
import { dateOf, idOf, type StripeConnection } from './connect.ts';
import { readPrice } from './prices.ts';

/** At most 100 per page, far more than one year's invoices. */
const PAGE_LIMIT = 100;
const CONFIRM_MS = 23 * 3_600_000;

export interface InvoiceWithIntent {
  invoice: Stripe.Invoice;
  intent: Stripe.PaymentIntent | null;
}

async function readIntent({ api }: StripeConnection, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  if (invoice.status !== 'open') return null;
  const { data } = await api.invoicePayments.list({ invoice: invoice.id, expand: ['data.payment.payment_intent'] });
  const intents = data.flatMap(({ status, payment }) => (status === 'open' ? (payment.payment_intent ?? []) : []));
  const [intent] = intents;
  return typeof intent === 'string' ? api.paymentIntents.retrieve(intent) : (intent ?? null);
}

export async function listInvoices(connection: StripeConnection, subscription: string): Promise<InvoiceWithIntent[]> {
  const { data } = await connection.api.invoices.list({ subscription, limit: PAGE_LIMIT });
  const read = data.map(async (invoice) => ({ invoice, intent: await readIntent(connection, invoice) }));
  return (await Promise.all(read)).reverse();
}

/** While the customer was present. An intent that was never charged has no error. */
const isRefused = (intent: Stripe.PaymentIntent | null) =>
  intent?.status === 'requires_payment_method' && intent.last_payment_error !== null;

const isStartedByCustomer = ({ invoice }: InvoiceWithIntent) =>
  invoice.billing_reason === 'subscription_create' || readChangeMetadata(invoice) !== null;

/** Started by the customer, then refused or abandoned. It has to be voided. */
export const isAbandoned = (own: InvoiceWithIntent): boolean =>
  own.invoice.status === 'open' &&
  isStartedByCustomer(own) &&
  (isRefused(own.intent) ||
    (readChangeMetadata(own.invoice) !== null && Date.now() - dateOf(own.invoice.created).getTime() > CONFIRM_MS));

export const isPendingChange = ({ invoice }: InvoiceWithIntent): boolean =>
  (invoice.status === 'open' || invoice.status === 'draft') && readChangeMetadata(invoice) !== null;

function reasonOf(invoice: Stripe.Invoice): GatewayPayment['reason'] {
  if (readChangeMetadata(invoice)) return 'change';
  return invoice.billing_reason === 'subscription_create' ? 'start' : 'renewal';
}

/** Hides drafts, renewals that Stripe has not tried to charge yet, and the zero invoices of moved periods. */
function isVisible({ invoice }: InvoiceWithIntent): boolean {
  const reason = reasonOf(invoice);
  if (invoice.status === 'draft' || invoice.status === null) return false;
  if (reason === 'renewal' && (invoice.total === 0 || (invoice.status === 'open' && !invoice.attempted))) return false;
  return true;
}

/** From its metadata, else from the price on one of its lines. */
async function readInvoiceSubject(connection: StripeConnection, invoice: Stripe.Invoice) {
  const change = readChangeMetadata(invoice);
  if (change) return { item: change.item, span: change.span, isNewPeriod: change.isNewPeriod, pricedLineId: null };
  for (const line of invoice.lines.data) {
    const price = line.pricing?.price_details?.price;
    const item = price ? await readPrice(connection, price) : null;
    if (!item) continue;
    const span = { start: dateOf(line.period.start), end: dateOf(line.period.end) };
    return { item, span, isNewPeriod: false, pricedLineId: line.id };
  }
  return { item: null, span: null, isNewPeriod: false, pricedLineId: null };
}

type InvoiceSubject = Awaited<ReturnType<typeof readInvoiceSubject>>;

function linesOf({ lines, total }: Stripe.Invoice, { item, pricedLineId }: InvoiceSubject): GatewayPayment['lines'] {
  const own = lines.data.map((line) => ({
    text: line.id === pricedLineId && item ? periodLine(item).text : (line.description ?? ''),
    amount: line.amount,
  }));
  // Discounts and taxes set at Stripe are in the total but not in the lines.
  const rest = total - own.reduce((sum, { amount }) => sum + amount, 0);
  return rest === 0 ? own : [...own, { text: t('billing.lines.adjustment'), amount: rest }];
}

function waitOf(intent: Stripe.PaymentIntent | null): GatewayPayment['waitsFor'] {
  if (intent?.status !== 'requires_action' || !intent.client_secret) return null;
  return { kind: 'confirm', clientSecret: intent.client_secret, pix: null };
}

async function toPayment(
  connection: StripeConnection,
  subscriptionId: string,
  own: InvoiceWithIntent,
): Promise<GatewayPayment> {
  const { invoice, intent } = own;
  const subject = await readInvoiceSubject(connection, invoice);
  const { item, span, isNewPeriod } = subject;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer!),
    subscriptionId,
    reason: reasonOf(invoice),
    status: invoice.status as GatewayPayment['status'],
    amount: invoice.total,
    lines: linesOf(invoice, subject),
    issuedAt: dateOf(invoice.created),
    paidAt: paidAt ? dateOf(paidAt) : null,
    item,
    span,
    isNewPeriod,
    reference: null,
    waitsFor: waitOf(intent),
  };
}

export const toPayments = (
  connection: StripeConnection,
  subscriptionId: string,
  own: InvoiceWithIntent[],
): Promise<GatewayPayment[]> =>
  Promise.all(own.filter(isVisible).map((one) => toPayment(connection, subscriptionId, one)));

export async function dropInvoice({ api }: StripeConnection, { invoice }: InvoiceWithIntent): Promise<void> {
  if (invoice.status === 'draft' && readChangeMetadata(invoice)) await api.invoices.del(invoice.id);
  else if (invoice.status === 'draft') await api.invoices.update(invoice.id, { auto_advance: false });
  else if (invoice.status === 'open') await api.invoices.voidInvoice(invoice.id);
}
