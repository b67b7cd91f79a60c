import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStripe } from '../../src/server/billing/gateways/stripe/stripe.ts';
import { endAbandonedCalls } from '../../src/server/billing/idempotent-calls.ts';
import type { SandboxCard } from '../../src/shared/billing.ts';
import { ask, change, createBillingStaff, invoicesOf, ledgerOf, newKey, refund, show } from '../support/billing.ts';
import { type FakeStripe, startFakeStripe, STRIPE_ENV } from '../support/fake-stripe.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

let stripe: FakeStripe;
let server: TestServer;
beforeAll(async () => {
  stripe = await startFakeStripe();
  server = await startServer({ env: { ...STRIPE_ENV, STRIPE_API_URL: stripe.url } });
});
afterAll(async () => {
  await server.close();
  stripe.close();
});
beforeEach(() => stripe.hush('deaf', '-', 0));

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const rowOf = async ({ accountId }: Caller) =>
  (await query('select * from subscriptions where account_id = $1', accountId))[0];
const eventsOf = (id: string) => query('select state, reason, attempts from gateway_events where id = $1', id);

async function typeCard(caller: Caller, card: SandboxCard): Promise<string> {
  const { setupId } = (await caller.post('/subscription/payment-method/setup')).body;
  stripe.typeCard(setupId, card);
  return setupId;
}

async function subscribe(
  caller: Caller,
  { planId = 'essential', card = 'approves' as SandboxCard, period = 'MONTHLY', key = newKey() } = {},
) {
  const setupId = await typeCard(caller, card);
  const { amountNow } = (await caller.post('/subscription/quote', { planId, period })).body;
  const { version } = await show(caller);
  const body = { planId, period, version, amountNow, setupId };
  return { body, key, amountNow, answer: await caller.post('/subscription/checkout', body, key) };
}

const postSigned = (signed: { body: string; signature: string }) =>
  server.call({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed.signature },
    payload: signed.body,
  });

/**
 * Sends a webhook about the account's subscription, as Stripe does after any change. Returns the subscription as the
 * owner sees it.
 */
async function notifyServer(caller: Caller, type = 'customer.subscription.updated') {
  const { gateway_subscription_id: id } = await rowOf(caller);
  const answer = await postSigned(stripe.sign(type, stripe.ledger.get(id)));
  expect(answer.status, answer.text).toBe(200);
  return show(caller);
}

/**
 * Returns what Stripe charged an account: the total in centavos, the number of payments, and the most charges for one
 * payment.
 */
async function chargedOf(caller: Caller) {
  const { customer_id: id } = await rowOf(caller);
  const taken = stripe.ledger.all(
    'payment_intent',
    ({ customer, status }) => customer === id && status === 'succeeded',
  );
  return {
    total: taken.reduce((sum, { amount }) => sum + amount, 0),
    payments: taken.length,
    most: Math.max(0, ...taken.map((intent) => stripe.ledger.charges.get(intent.id) ?? 0)),
  };
}

/**
 * Checks that our paid invoices match Stripe's payments, that each was charged once, and that invoice lines add up.
 */
async function expectSound(caller: Caller): Promise<void> {
  const invoices = await invoicesOf(server, caller);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const { total, payments, most: maxCharges } = await chargedOf(caller);
  expect({ sum: paid.reduce((sum, { amount }) => sum + amount, 0), n: paid.length }).toEqual({
    sum: total,
    n: payments,
  });
  expect(maxCharges).toBeLessThanOrEqual(1);
  for (const { amount, lines } of invoices) expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
}

describe('a subscription', () => {
  it('starts, upgrades for the quoted amount, downgrades at the renewal, and ends', async () => {
    const caller = await server.signUp();
    const { answer, amountNow } = await subscribe(caller);
    expect(answer.body, answer.text).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    expect(answer.body.gateway).toEqual({ name: 'stripe', isTest: true, publicKey: 'pk_test_stage' });
    expect(answer.body.paymentMethod).toMatchObject({ brand: 'visa', lastDigits: '4242', expires: '04/2031' });
    expect((await chargedOf(caller)).total).toBe(amountNow);

    let taken = amountNow;
    for (const period of ['MONTHLY', 'YEARLY'] as const) {
      const to = { planId: 'professional', period };
      const quote = (await caller.post('/subscription/quote', to)).body;
      const { version } = await show(caller);
      const quoted = { amountNow: quote.amountNow, quotedAt: quote.quotedAt };
      const up = await caller.post('/subscription/change', { ...to, version, ...quoted }, newKey());
      expect(up.body, up.text).toMatchObject({ status: 'ACTIVE', plan: { id: 'professional' }, period });
      expect(up.body.renewsAt.slice(0, 19)).toBe(quote.renewal.at.slice(0, 19));
      taken += quote.amountNow;
      expect((await invoicesOf(server, caller)).at(-1)).toMatchObject({ amount: quote.amountNow, lines: quote.lines });
      expect((await chargedOf(caller)).total).toBe(taken);
    }
    await expectSound(caller);

    const down = await change(caller, 'essential', 'MONTHLY');
    expect(down.body, down.text).toMatchObject({ status: 'PENDING_DOWNGRADE', pending: { planId: 'essential' } });
    expect((await ask(caller, 'cancel-change')).body).toMatchObject({ status: 'ACTIVE', pending: null });
    await change(caller, 'essential', 'MONTHLY');
    const { gateway_subscription_id: id } = await rowOf(caller);
    stripe.renew(id);
    expect(await notifyServer(caller)).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'essential' },
      period: 'MONTHLY',
    });
    expect((await invoicesOf(server, caller)).at(-1)).toMatchObject({ type: 'MONTHLY', status: 'paid' });
    await expectSound(caller);

    expect((await ask(caller, 'cancel')).body).toMatchObject({ status: 'PENDING_CANCEL' });
    expect((await ask(caller, 'reactivate')).body).toMatchObject({ status: 'ACTIVE', endsAt: null });
    await ask(caller, 'cancel');
    stripe.renew(id);
    expect(await notifyServer(caller, 'customer.subscription.deleted')).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'free' },
    });
    await expectSound(caller);
  });

  it("waits for the bank's confirmation and follows the customer's decision", async () => {
    const caller = await server.signUp();
    const { answer } = await subscribe(caller, { card: 'confirms' });
    expect(answer.body).toMatchObject({ status: 'PENDING_PAYMENT', payments: [{ kind: 'confirm', reason: 'start' }] });
    const intentOf = (secret: string) => secret.replace(/_secret$/, '');
    stripe.answer(intentOf(answer.body.payments[0].clientSecret), 'pay');
    expect(await notifyServer(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' }, payments: [] });

    const refused = await change(caller, 'professional');
    expect(refused.body).toMatchObject({ status: 'PENDING_PAYMENT', plan: { id: 'essential' } });
    stripe.answer(intentOf(refused.body.payments[0].clientSecret), 'refuse');
    expect(await notifyServer(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' }, payments: [] });

    const given = await change(caller, 'professional');
    expect((await ask(caller, 'cancel-change')).body).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    expect(stripe.ledger.all('invoice', ({ status }) => status === 'open')).toEqual([]);
    expect(given.status).toBe(200);

    const paid = await change(caller, 'professional');
    stripe.answer(intentOf(paid.body.payments[0].clientSecret), 'pay');
    // Several concurrent webhooks report the payment, which must be booked once.
    await Promise.all(Array.from({ length: 5 }, () => notifyServer(caller, 'invoice.paid')));
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'professional' }, payments: [] });
    await expectSound(caller);
  });

  it('does not start with a declined card and stores nothing about it', async () => {
    const caller = await server.signUp();
    const { answer, body, key } = await subscribe(caller, { card: 'refused' });
    expect(answer.body).toMatchObject({ status: 402, code: 'card_refused' });
    expect((await caller.post('/subscription/checkout', body, key)).body.code).toBe('card_refused');
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' }, paymentMethod: null });
    expect(await chargedOf(caller)).toEqual({ total: 0, payments: 0, most: 0 });
    expect((await subscribe(caller)).answer.body).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    const setupId = await typeCard(caller, 'refused');
    const { version } = await show(caller);
    await caller.post('/subscription/payment-method', { setupId, version }, newKey());
    expect((await change(caller, 'professional')).body).toMatchObject({ code: 'card_refused' });
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    await expectSound(caller);
  });

  it('starts with the card that the account had after a new one was declined', async () => {
    const caller = await server.signUp();
    const known = await typeCard(caller, 'approves');
    await caller.post(
      '/subscription/payment-method',
      { setupId: known, version: (await show(caller)).version },
      newKey(),
    );
    const { paymentMethod } = await show(caller);
    const { answer, body } = await subscribe(caller, { card: 'refused' });
    expect(answer.body.code).toBe('card_refused');
    expect((await show(caller)).paymentMethod).toEqual(paymentMethod);
    const { setupId: _, ...withKnown } = body;
    const again = { ...withKnown, version: (await show(caller)).version };
    expect((await caller.post('/subscription/checkout', again, newKey())).body).toMatchObject({
      plan: { id: 'essential' },
      paymentMethod,
    });
    await expectSound(caller);
  });

  it('fails at a renewal and recovers with another card', async () => {
    const caller = await server.signUp();
    await subscribe(caller, { card: 'fails-later' });
    const { gateway_subscription_id: id } = await rowOf(caller);
    stripe.renew(id);
    expect(await notifyServer(caller, 'invoice.payment_failed')).toMatchObject({ status: 'FAILURE_PAYMENT' });
    const open = (await invoicesOf(server, caller)).at(-1)!;
    expect(open).toMatchObject({ status: 'open', type: 'MONTHLY' });
    const setupId = await typeCard(caller, 'approves');
    const { version } = await show(caller);
    const key = newKey();
    const paid = await caller.post('/subscription/payment-method', { setupId, version }, key);
    expect(paid.body, paid.text).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
    expect((await caller.post('/subscription/payment-method', { setupId, version }, key)).body).toEqual(paid.body);
    expect((await invoicesOf(server, caller)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    await expectSound(caller);
  });
});

describe('a one-time payment', () => {
  const buy = (caller: Caller, method: 'card' | 'pix', key = newKey()) =>
    caller.post('/subscription/prepaid', { packId: 'credits-500', method, amountNow: 14_900 }, key);

  it('grants the credits of a Pix once, for 5 repeated and 20 concurrent webhooks', async () => {
    const caller = await server.signUp();
    const { body } = await buy(caller, 'pix');
    expect(body.payments).toMatchObject([
      { kind: 'pix', amount: 14_900, pix: { code: expect.stringMatching(/^00020126/) } },
    ]);
    const [{ id }] = body.payments;
    stripe.answer(id, 'pay');
    const event = stripe.sign('payment_intent.succeeded', stripe.ledger.get(id));
    for (let time = 0; time < 5; time += 1) expect((await postSigned(event)).status).toBe(200);
    const { id: eventId } = JSON.parse(event.body);
    const more = Array.from({ length: 20 }, () =>
      postSigned(stripe.sign('charge.succeeded', stripe.ledger.get(id), { id: `${eventId}b` })),
    );
    for (const { status } of await Promise.all(more)) expect(status).toBe(200);
    expect((await ledgerOf(server, caller)).balanceLasting).toBe(500_000);
    expect(await eventsOf(eventId)).toMatchObject([{ state: 'applied', attempts: 0 }]);
    expect(await eventsOf(`${eventId}b`)).toHaveLength(1);
    await expectSound(caller);
  });

  it('returns its own error code when Pix is unavailable and when the card is declined', async () => {
    const caller = await server.signUp();
    stripe.ledger.pixOffered = false;
    expect((await buy(caller, 'pix')).body).toMatchObject({ status: 409, code: 'pix_unavailable' });
    stripe.ledger.pixOffered = true;
    expect((await buy(caller, 'card')).body).toMatchObject({ code: 'payment_method_missing' });
    await subscribe(caller);
    expect((await buy(caller, 'card')).body.payments).toEqual([]);
    const setupId = await typeCard(caller, 'refused');
    await caller.post('/subscription/payment-method', { setupId, version: (await show(caller)).version }, newKey());
    expect((await buy(caller, 'card')).body).toMatchObject({ code: 'card_refused' });
    expect((await ledgerOf(server, caller)).balanceLasting).toBe(500_000);
    await expectSound(caller);
  });
});

describe('the webhook endpoint', () => {
  it('rejects forged, modified and expired signatures without effect', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const { gateway_subscription_id: id } = await rowOf(caller);
    const before = await show(caller);
    const event = stripe.ledger.get(id);
    const old = new Date(Date.now() - 6 * 60_000);
    const good = stripe.sign('customer.subscription.deleted', event, { id: 'evt_forged' });
    const wrong = [
      { ...good, signature: '' },
      { ...good, signature: 't=1,v1=' },
      { ...good, body: `${good.body} ` },
      stripe.sign('customer.subscription.deleted', event, { id: 'evt_forged', secret: 'whsec_other' }),
      stripe.sign('customer.subscription.deleted', event, { id: 'evt_forged', at: old }),
    ];
    for (const one of wrong) expect((await postSigned(one)).body).toMatchObject({ status: 400, code: 'bad_signature' });
    expect(await eventsOf('evt_forged')).toEqual([]);
    expect(await show(caller)).toEqual(before);
  });

  it("applies Stripe's current state in any event order, and parks events of an unknown customer", async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const { gateway_subscription_id: id } = await rowOf(caller);
    const before = await show(caller);
    const subscription = stripe.ledger.get(id);
    const types = ['customer.subscription.deleted', 'invoice.payment_failed', 'customer.subscription.created'];
    for (const type of types) await postSigned(stripe.sign(type, { ...subscription, status: 'canceled' }));
    expect(await show(caller)).toEqual(before);
    Object.assign(subscription, {
      cancel_at_period_end: true,
      cancel_at: subscription.items.data[0].current_period_end,
    });
    await postSigned(stripe.sign('customer.subscription.created', subscription));
    expect(await show(caller)).toMatchObject({ status: 'PENDING_CANCEL' });
    const stranger = { ...subscription, customer: 'cus_of_another' };
    expect((await postSigned(stripe.sign('invoice.paid', stranger, { id: 'evt_stranger' }))).status).toBe(200);
    expect(await eventsOf('evt_stranger')).toMatchObject([{ state: 'parked', reason: 'unknown_customer' }]);
  });
});

describe('an unreachable Stripe', () => {
  it('returns 503, and a retry with the same key resumes and charges once', async () => {
    const caller = await server.signUp();
    const setupId = await typeCard(caller, 'approves');
    const { amountNow } = (await caller.post('/subscription/quote', { planId: 'essential', period: 'MONTHLY' })).body;
    const body = { planId: 'essential', period: 'MONTHLY', version: (await show(caller)).version, amountNow, setupId };
    const key = newKey();
    stripe.hush('mute', 'POST /v1/subscriptions', 3);
    const first = await caller.post('/subscription/checkout', body, key);
    expect(first.body).toMatchObject({ status: 503, code: 'gateway_unreachable' });
    expect((await chargedOf(caller)).payments).toBe(1);
    expect((await caller.post('/subscription/checkout', body, newKey())).body.code).toBe('payment_under_way');
    expect((await caller.post('/subscription/checkout', body, key)).body).toMatchObject({ plan: { id: 'essential' } });
    await expectSound(caller);

    // The upgrade is paid at Stripe, but the response was lost. The cleanup completes it.
    stripe.hush('mute', 'POST /v1/invoices/:id/pay', 3);
    expect((await change(caller, 'professional')).body.code).toBe('gateway_unreachable');
    stripe.hush('deaf', '-', 0);
    await endAbandonedCalls(server.services, 0);
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'professional' } });
    expect((await invoicesOf(server, caller)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    await expectSound(caller);
  });

  it('does not block other accounts: what cannot be completed yet waits for the next run', async () => {
    const callers = [await server.signUp(), await server.signUp()];
    stripe.hush('mute', 'POST /v1/subscriptions', 100);
    for (const caller of callers) expect((await subscribe(caller)).answer.body.code).toBe('gateway_unreachable');
    const plans = async () => (await Promise.all(callers.map(show))).map(({ plan }) => plan.id).sort();
    const endAll = () => endAbandonedCalls(server.services, 0);
    // As often as one request is retried, so the first of the two still gets no response.
    stripe.hush('mute', 'POST /v1/customers/:id', 3);
    await expect(endAll()).rejects.toMatchObject({ code: 'gateway_unreachable' });
    expect(await plans()).toEqual(['essential', 'free']);
    await endAll();
    expect(await plans()).toEqual(['essential', 'essential']);
    for (const caller of callers) await expectSound(caller);
  });

  it('moves accounts from the sandbox to Stripe, except those with a sandbox subscription', async () => {
    const asAtTrials = async (subscriptionId: string | null) => {
      const caller = await server.signUp();
      const card = { id: 'pm_x', kind: 'card', brand: 'visa', lastDigits: '4242', expires: '12/2031' };
      await query(
        `update subscriptions set gateway = 'sandbox', customer_id = 'cus_trial', gateway_subscription_id = $2,
           payment_method = $3 where account_id = $1`,
        ...[caller.accountId, subscriptionId, card],
      );
      return caller;
    };
    const paying = await show(await asAtTrials('sub_trial'));
    expect(paying).toMatchObject({ gateway: { name: 'sandbox' }, paymentMethod: { lastDigits: '4242' } });

    const caller = await asAtTrials(null);
    await query(
      `insert into invoices (account_id, id, issued_at, type, status, plan, amount, order_number, lines, gateway_invoice_id)
       values ($1, gen_random_uuid(), now(), 'PREPAID', 'open', '500 créditos', 14900, '20261121-TRIALS',
         '[{"text": "500 créditos", "amount": 14900}]', 'in_trial')`,
      caller.accountId,
    );
    const { version, ...shown } = await show(caller);
    expect(shown).toMatchObject({ gateway: { name: 'stripe' }, paymentMethod: null });
    const body = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900 };
    expect((await caller.post('/subscription/checkout', body, newKey())).body.code).toBe('payment_method_missing');
    expect((await subscribe(caller)).answer.body).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'essential' },
      gateway: { name: 'stripe' },
      paymentMethod: { lastDigits: '4242' },
    });
    expect(await rowOf(caller)).toMatchObject({ gateway: 'stripe' });
    expect((await invoicesOf(server, caller)).map(({ status }) => status).sort()).toEqual(['paid', 'void']);
    await expectSound(caller);
  });

  it('fails after its timeout', async () => {
    const { createServer } = await import('node:http');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const keys = { secretKey: 'sk_live_x', publishableKey: 'pk_live_x', webhookSecret: 'whsec_x' };
    const gateway = createStripe({ ...keys, apiUrl: `http://127.0.0.1:${port}`, timeoutMs: 60 });
    expect(gateway.isTest).toBe(false);
    await expect(gateway.readPayment('pi_1')).rejects.toMatchObject({ code: 'gateway_unreachable', retryAfter: 30 });
    silent.closeAllConnections();
    silent.close();
  });
});

it("allows Stripe's script in the content security policy when its key is set", async () => {
  const policy = String((await server.call({ url: '/api/docs' })).headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/);
  expect(policy).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com/);
});

describe('a refund', () => {
  const refundsOf = async (caller: Caller) => {
    const { customer_id: id } = await rowOf(caller);
    const refunds = stripe.ledger.all('refund', ({ payment_intent: of }) => stripe.ledger.get(of).customer === id);
    return refunds.map(({ amount }) => amount);
  };

  it('is made once at Stripe, also if its response is lost and another process completes it', async () => {
    const staff = await createBillingStaff(server);
    const caller = await server.signUp();
    await subscribe(caller);
    const pack = { packId: 'credits-500', method: 'card', amountNow: 14_900 };
    expect((await caller.post('/subscription/prepaid', pack, newKey())).status).toBe(200);
    const [invoice, bought] = await invoicesOf(server, caller);

    const paidNow = async () => (await staff.get('/admin/billing-figures')).body.months.at(-1).paid as number;
    const before = await paidNow();
    stripe.hush('mute', 'POST /v1/refunds', 3);
    expect((await refund(staff, caller, invoice!.id)).body).toMatchObject({ status: 503, code: 'gateway_unreachable' });
    expect((await caller.get('/invoices?status=refunded')).body.total).toBe(0);
    stripe.hush('deaf', '-', 0);
    await endAbandonedCalls(server.services, 0);
    expect((await caller.get('/invoices?status=refunded')).body.total).toBe(1);
    expect((await refund(staff, caller, invoice!.id)).body.code).toBe('invoice_not_refundable');
    expect(await refundsOf(caller)).toEqual([9_900]);

    expect((await refund(staff, caller, bought!.id)).status).toBe(200);
    expect(await ledgerOf(server, caller)).toMatchObject({ balanceLasting: 0 });
    expect((await refundsOf(caller)).sort()).toEqual([14_900, 9_900].sort());
    expect(await paidNow()).toBe(before - 24_800);
    await expectSound(caller);
  });

  it('that was made in the panel of Stripe is taken over; one that Stripe rejects is not', async () => {
    const staff = await createBillingStaff(server);
    const caller = await server.signUp();
    await subscribe(caller);
    const [invoice] = await invoicesOf(server, caller);
    const { customer_id: id } = await rowOf(caller);
    const [intent] = stripe.ledger.all('payment_intent', ({ customer }) => customer === id);
    intent!.status = 'canceled';
    expect((await refund(staff, caller, invoice!.id)).body).toMatchObject({ status: 409, code: 'refund_refused' });
    intent!.status = 'succeeded';
    stripe.ledger.make('re', 'refund', { payment_intent: intent!.id, amount: 9_900 });
    expect((await refund(staff, caller, invoice!.id)).body).toMatchObject({ status: 'refunded' });
    expect(await refundsOf(caller)).toEqual([9_900]);
  });
});
