import type Stripe from 'stripe';
import type { PaymentMethod, PaymentSetup } from '../../../../shared/billing.ts';
import { GatewayRefusal } from '../gateway.ts';
import { callOf, type Connection, idOf, isUnpaid, orNull, stepKey } from './connect.ts';
import { listInvoices } from './invoices.ts';

/** In the order in which the database gives its keys back, so that the same method read again is the same text. */
const viewMethod = ({ id, card }: Stripe.PaymentMethod): PaymentMethod => ({
  ...{ id, kind: 'card', brand: card?.brand ?? '' },
  expires: card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '',
  lastDigits: card?.last4 ?? '',
});

/** What a customer pays by; he and his method must have come expanded. */
export function readMethod(customer: string | Stripe.Customer | Stripe.DeletedCustomer): PaymentMethod | null {
  if (typeof customer === 'string' || customer.deleted) return null;
  const method = customer.invoice_settings.default_payment_method;
  return method && typeof method !== 'string' ? viewMethod(method) : null;
}

/** The id of the method that a customer pays by. @throws GatewayRefusal `payment_method_missing` */
export async function requireMethod({ api }: Connection, customerId: string): Promise<string> {
  const customer = await api.customers.retrieve(customerId);
  const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  if (!method) throw new GatewayRefusal('payment_method_missing');
  return idOf(method);
}

export async function createCustomer(
  { api }: Connection,
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
    // Under the same key Stripe refuses other words, and an owner may have changed his name.
    stepKey(callOf(JSON.stringify([key, name, email])), 'customer'),
  );
  return id;
}

export async function startSetup({ api }: Connection, customer: string): Promise<PaymentSetup> {
  const setup = await api.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  if (!setup.client_secret) throw new Error('A setup without its secret');
  return { setupId: setup.id, clientSecret: setup.client_secret };
}

/** Charges what is unpaid once more. The card may say no again: then it stays unpaid. */
async function payAgain(connection: Connection, call: string, subscriptionId: string): Promise<void> {
  for (const { invoice } of await listInvoices(connection, subscriptionId)) {
    if (invoice.status !== 'open' || !invoice.attempted || invoice.billing_reason === 'manual') continue;
    try {
      await connection.api.invoices.pay(invoice.id, { off_session: false }, stepKey(call, `pay ${invoice.id}`));
    } catch (error) {
      if (!isUnpaid(error)) throw error;
    }
  }
}

export async function useMethod(
  connection: Connection,
  key: string,
  use: { customerId: string; setupId: string; subscriptionId: string | null },
): Promise<PaymentMethod> {
  const { api } = connection;
  const setup = await orNull(api.setupIntents.retrieve(use.setupId, { expand: ['payment_method'] }));
  const method = setup?.payment_method;
  const isOwn = setup?.status === 'succeeded' && setup.customer !== null && idOf(setup.customer) === use.customerId;
  if (!isOwn || !method || typeof method === 'string') throw new GatewayRefusal('payment_method_unconfirmed');
  const call = callOf(key);
  const settings = { invoice_settings: { default_payment_method: method.id } };
  await api.customers.update(use.customerId, settings, stepKey(call, 'method'));
  if (use.subscriptionId) await payAgain(connection, call, use.subscriptionId);
  return viewMethod(method);
}
