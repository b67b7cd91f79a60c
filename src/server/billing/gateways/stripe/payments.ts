import Stripe from 'stripe';
import { t } from '../../../runtime/translate.ts';
import { GatewayError, type GatewayPayment, type NewPayment } from '../gateway.ts';
import { callOf, dateOf, idOf, isCardError, orNull, stepKey, type StripeConnection } from './connect.ts';
import { requireMethod } from './methods.ts';

const PAGE_LIMIT = 100;
const PIX_SECONDS = 3_600;

/** Other intents of the customer belong to invoices. */
export const isOwnPayment = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): boolean => 'invoice_id' in metadata;

function statusOf({ status }: Stripe.PaymentIntent): GatewayPayment['status'] {
  if (status === 'succeeded') return 'paid';
  // Back in its initial state: the card was refused or the Pix expired.
  return status === 'canceled' || status === 'requires_payment_method' ? 'void' : 'open';
}

function waitOf(intent: Stripe.PaymentIntent): GatewayPayment['waitsFor'] {
  const { status, client_secret: clientSecret, next_action: next, created } = intent;
  if (status !== 'requires_action' || !clientSecret) return null;
  const qr = next?.pix_display_qr_code;
  if (!qr) return { kind: 'confirm', clientSecret, pix: null };
  return {
    kind: 'pix',
    clientSecret,
    pix: { code: qr.data ?? '', expiresAt: dateOf(qr.expires_at ?? created + PIX_SECONDS) },
  };
}

export async function readPayment({ api }: StripeConnection, id: string): Promise<GatewayPayment | null> {
  const intent = await orNull(api.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  if (!intent || !isOwnPayment(intent)) return null;
  const { amount, created, customer, metadata, latest_charge: charge } = intent;
  const status = statusOf(intent);
  const paidAt = charge && typeof charge !== 'string' ? charge.created : created;
  return {
    id,
    customerId: customer ? idOf(customer) : '',
    subscriptionId: null,
    reason: 'prepaid',
    status,
    amount,
    lines: [{ text: intent.description ?? '', amount }],
    issuedAt: dateOf(created),
    paidAt: status === 'paid' ? dateOf(paidAt) : null,
    item: null,
    span: null,
    isNewPeriod: false,
    waitsFor: waitOf(intent),
    reference: { invoiceId: metadata.invoice_id ?? '', credits: Number(metadata.credits) },
  };
}

async function methodParams(
  connection: StripeConnection,
  { customerId, method }: NewPayment,
): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
  if (method === 'card')
    return { allowed_payment_method_types: ['card'], payment_method: await requireMethod(connection, customerId) };
  return {
    allowed_payment_method_types: ['pix'],
    payment_method_data: { type: 'pix' },
    payment_method_options: { pix: { expires_after_seconds: PIX_SECONDS } },
  };
}

async function createIntent(
  connection: StripeConnection,
  call: string,
  payment: NewPayment,
): Promise<Stripe.PaymentIntent> {
  const { customerId: customer, amount, text, reference } = payment;
  const params = await methodParams(connection, payment);
  const metadata = { call, invoice_id: reference.invoiceId, credits: reference.credits };
  const description = t('billing.lines.pack', { pack: text });
  try {
    return await connection.api.paymentIntents.create(
      { ...params, amount, currency: 'brl', customer, description, metadata, confirm: true },
      stepKey(call, 'payment'),
    );
  } catch (error) {
    const unpaid = isCardError(error) ? error.payment_intent : undefined;
    if (unpaid) return unpaid as Stripe.PaymentIntent;
    const isRequest = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isRequest && payment.method === 'pix') throw new GatewayError('pix_unavailable');
    throw error;
  }
}

export async function createPayment(connection: StripeConnection, key: string, payment: NewPayment): Promise<string> {
  const { api } = connection;
  const call = callOf(key);
  const { data } = await api.paymentIntents.list({ customer: payment.customerId, limit: PAGE_LIMIT });
  const known = data.find(({ metadata }) => metadata.call === call);
  const intent = known ?? (await createIntent(connection, call, payment));
  if (statusOf(intent) !== 'void') return intent.id;
  // Otherwise it could still be paid later with the client secret.
  if (intent.status !== 'canceled') await api.paymentIntents.cancel(intent.id);
  if (payment.method === 'card') throw new GatewayError('card_refused');
  return intent.id;
}
