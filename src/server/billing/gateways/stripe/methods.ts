import type Stripe from 'stripe';
import type { PaymentMethod, PaymentSetup } from '../../../../shared/billing.ts';
import { type ForgottenMethod, GatewayError } from '../gateway.ts';
import { callOf, idOf, isUnpaid, orNull, stepKey, type StripeConnection } from './connect.ts';
import { listInvoices } from './invoices.ts';

/** Keys are in the database's order, so that an unchanged method compares as equal. */
const toPaymentMethod = ({ id, card }: Stripe.PaymentMethod): PaymentMethod => ({
  id,
  kind: 'card',
  brand: card?.brand ?? '',
  expires: card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '',
  lastDigits: card?.last4 ?? '',
});

/** Customer and method must be expanded. */
export function readMethod(customer: string | Stripe.Customer | Stripe.DeletedCustomer): PaymentMethod | null {
  if (typeof customer === 'string' || customer.deleted) return null;
  const method = customer.invoice_settings.default_payment_method;
  return method && typeof method !== 'string' ? toPaymentMethod(method) : null;
}

export async function requireMethod({ api }: StripeConnection, customerId: string): Promise<string> {
  const customer = await api.customers.retrieve(customerId);
  const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  if (!method) throw new GatewayError('payment_method_missing');
  return idOf(method);
}

export async function createCustomer(
  { api }: StripeConnection,
  key: string,
  { accountId, name, email }: { accountId: string; name: string; email: string },
): Promise<string> {
  const { id } = await api.customers.create(
    {
      ...(name && { name }),
      ...(email && { email }),
      metadata: { account_id: accountId },
      preferred_locales: ['pt-BR'],
    },
    // Stripe refuses different parameters for the same key, and an owner's name may have changed.
    stepKey(callOf(JSON.stringify([key, name, email])), 'customer'),
  );
  return id;
}

export async function startSetup({ api }: StripeConnection, customer: string): Promise<PaymentSetup> {
  const setup = await api.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  if (!setup.client_secret) throw new Error('The setup intent has no client secret');
  return { setupId: setup.id, clientSecret: setup.client_secret };
}

/** If the card is refused again, they stay unpaid. */
async function retryInvoices(connection: StripeConnection, call: string, subscriptionId: string): Promise<void> {
  for (const { invoice } of await listInvoices(connection, subscriptionId)) {
    if (invoice.status !== 'open' || !invoice.attempted || invoice.billing_reason === 'manual') continue;
    try {
      await connection.api.invoices.pay(invoice.id, { off_session: false }, stepKey(call, `pay ${invoice.id}`));
    } catch (error) {
      if (!isUnpaid(error)) throw error;
    }
  }
}

/** Also ends the method's use as the default. */
export async function forgetMethod(
  { api }: StripeConnection,
  key: string,
  { customerId, methodId, earlierId }: ForgottenMethod,
): Promise<void> {
  const call = callOf(key);
  const settings = earlierId && { invoice_settings: { default_payment_method: earlierId } };
  if (settings) await api.customers.update(customerId, settings, stepKey(call, 'method'));
  await api.paymentMethods.detach(methodId, {}, stepKey(call, 'detach'));
}

export async function setPaymentMethod(
  connection: StripeConnection,
  key: string,
  use: { customerId: string; setupId: string; subscriptionId: string | null },
): Promise<PaymentMethod> {
  const { api } = connection;
  const setup = await orNull(api.setupIntents.retrieve(use.setupId, { expand: ['payment_method'] }));
  const method = setup?.payment_method;
  const isOwn = setup?.status === 'succeeded' && setup.customer !== null && idOf(setup.customer) === use.customerId;
  if (!isOwn || !method || typeof method === 'string') throw new GatewayError('payment_method_unconfirmed');
  const call = callOf(key);
  const settings = { invoice_settings: { default_payment_method: method.id } };
  await api.customers.update(use.customerId, settings, stepKey(call, 'method'));
  if (use.subscriptionId) await retryInvoices(connection, call, use.subscriptionId);
  return toPaymentMethod(method);
}
