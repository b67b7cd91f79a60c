import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStripe } from '../../src/server/billing/gateways/stripe/stripe.ts';
import type { PlanItem } from '../../src/server/billing/proration.ts';
import { type FakeStripe, type Silence, startFakeStripe } from '../support/fake-stripe.ts';

let stripe: FakeStripe;
beforeAll(async () => void (stripe = await startFakeStripe()));
afterAll(() => stripe.close());

const essential: PlanItem = { planId: 'essential', text: 'Essencial', period: 'MONTHLY', amount: 14_900 };
const yearly: PlanItem = { planId: 'business', text: 'Empresarial', period: 'YEARLY', amount: 799_000 };
const open = () =>
  createStripe({
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    apiUrl: stripe.url,
    timeoutMs: 2_000,
    retries: 0,
  });

/** The operations, with the Stripe requests at which the connection breaks in turn. */
const CALLS = {
  begin: ['POST /v1/prices', 'POST /v1/subscriptions'],
  upgrade: [
    ...['POST /v1/invoices', 'POST /v1/invoices/:id/add_lines', 'POST /v1/invoices/:id/finalize'],
    ...['POST /v1/invoices/:id/pay', 'POST /v1/subscriptions/:id'],
  ],
  downgrade: ['POST /v1/subscription_schedules', 'POST /v1/subscription_schedules/:id'],
  pay: ['POST /v1/payment_intents'],
  cancel: ['POST /v1/subscription_schedules/:id/release', 'POST /v1/subscriptions/:id'],
  end: ['DELETE /v1/subscriptions/:id'],
};

/**
 * Runs the whole lifecycle of a subscription. At each break, Stripe has already forgotten its idempotency keys before
 * the retry.
 */
async function live(silence: Silence) {
  const gateway = open();
  const customerId = await gateway.createCustomer(silence, {
    accountId: silence,
    name: 'Ana',
    email: 'ana@exemplo.com.br',
  });
  const { setupId } = await gateway.startSetup(customerId);
  stripe.typeCard(setupId, 'approves');
  await gateway.setPaymentMethod(`${silence} method`, { customerId, setupId, subscriptionId: null });
  async function retryThroughSilence<T>(name: keyof typeof CALLS, work: (key: string) => Promise<T>): Promise<T> {
    for (const at of CALLS[name]) {
      // Twice, because the stripe package retries once by itself after a connection reset.
      stripe.hush(silence, at, 2);
      await expect(work(`${silence} ${name}`), at).rejects.toMatchObject({ code: 'gateway_unreachable' });
      stripe.hush('deaf', '-', 0);
      stripe.forget();
    }
    return work(`${silence} ${name}`);
  }
  // The first request for a price creates it, so each lifecycle needs its own.
  const first = { ...essential, text: silence };
  const id = await retryThroughSilence('begin', (call) =>
    gateway.createSubscription(call, { customerId, item: first }),
  );
  const at = new Date();
  const { amount } = await gateway.previewChange(id, yearly, at);
  await retryThroughSilence('upgrade', (call) => gateway.changeSubscription(call, id, { item: yearly, at }));
  await retryThroughSilence('downgrade', (call) => gateway.scheduleChange(call, id, first));
  const scheduled = (await gateway.readSubscription(id))!.scheduled;
  const reference = { invoiceId: 'invoice', credits: 500_000 };
  const pack = { customerId, amount: 14_900, text: '500 créditos', method: 'card' as const, reference };
  const paymentId = await retryThroughSilence('pay', (call) => gateway.createPayment(call, pack));
  await retryThroughSilence('cancel', (call) => gateway.setCancelled(call, id, true));
  const state = (await gateway.readSubscription(id))!;
  await retryThroughSilence('end', (call) => gateway.endSubscription(call, id));
  const ended = (await gateway.readSubscription(id))!.status;
  const payment = await gateway.readPayment(paymentId);
  return { customerId, first, amount, state, scheduled, payment, ended };
}

it.each(['deaf', 'mute'] as const)(
  'resumes from its key after any broken request (%s) and charges once',
  async (silence) => {
    const { customerId, first, amount, state, scheduled, payment, ended } = await live(silence);
    expect(state).toMatchObject({ status: 'active', item: yearly, scheduled: null, cancelAt: state.span.end });
    expect(scheduled).toEqual(first);
    expect(state.payments.map(({ reason, status, amount: of }) => ({ reason, status, amount: of }))).toEqual([
      { reason: 'start', status: 'paid', amount: 14_900 },
      { reason: 'change', status: 'paid', amount },
    ]);
    expect(payment).toMatchObject({ status: 'paid', amount: 14_900, reference: { credits: 500_000 } });
    expect(ended).toBe('ended');
    const taken = stripe.ledger.all('payment_intent', ({ customer }) => customer === customerId);
    expect(taken.map((intent) => stripe.ledger.charges.get(intent.id))).toEqual([1, 1, 1]);
    expect(taken.reduce((sum, intent) => sum + intent.amount, 0)).toBe(14_900 + amount + 14_900);
  },
);
