import Stripe from 'stripe';
import { GatewayError } from '../gateway.ts';
import { idOf, stepKey, type StripeConnection } from './connect.ts';

/** A standalone payment is an intent itself. */
async function intentsOf({ api }: StripeConnection, paymentId: string): Promise<string[]> {
  if (!paymentId.startsWith('in_')) return [paymentId];
  const { data } = await api.invoicePayments.list({ invoice: paymentId });
  return data.flatMap(({ status, payment }) =>
    status === 'paid' && payment.payment_intent ? [idOf(payment.payment_intent)] : [],
  );
}

function ignoreRefunded(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  if (error.code !== 'charge_already_refunded') throw new GatewayError('refund_refused');
}

export async function refundPayment(connection: StripeConnection, paymentId: string): Promise<void> {
  const intents = await intentsOf(connection, paymentId);
  // An invoice that was paid outside of Stripe has no payment to give back.
  if (intents.length === 0) throw new GatewayError('refund_refused');
  for (const intent of intents)
    await connection.api.refunds.create({ payment_intent: intent }, stepKey(intent, 'refund')).catch(ignoreRefunded);
}
