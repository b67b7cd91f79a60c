import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPayment } from '../../src/server/billing/gateways/sandbox/page.ts';
import { sandboxSecret } from '../../src/server/billing/gateways/sandbox/sandbox.ts';
import { sign } from '../../src/server/billing/gateways/signature.ts';
import { endAbandonedCalls } from '../../src/server/billing/idempotent-calls.ts';
import { deliverSandboxEvents } from '../../src/server/billing/periodic-tasks.ts';
import { retryParked } from '../../src/server/billing/webhooks.ts';
import { tenant } from '../../src/server/db/tenant.ts';
import {
  advanceClock,
  chargedOf,
  createBillingStaff,
  invoicesOf,
  ledgerOf,
  newKey,
  show,
  subscribe,
  typeCard,
} from '../support/billing.ts';
import { type Operation, readOperations, requestFor } from '../support/operations.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import type { Staff } from '../support/staff.ts';

let server: TestServer;
let staff: Staff;
beforeAll(async () => {
  server = await startServer();
  staff = await createBillingStaff(server);
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const secret = () => sandboxSecret(server.services.key);

/** Posts an event to the webhook endpoint, as the gateway would. */
function postEvent(event: object | string, { signature, at }: { signature?: string; at?: Date } = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return server.call({
    method: 'POST',
    url: '/api/webhooks/sandbox',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'sandbox-signature': signature ?? sign(secret(), Buffer.from(body), at),
    },
    payload: body,
  });
}
const eventsOf = (id: string) => query('select state, reason, attempts from gateway_events where id = $1', id);
const customerOf = async ({ accountId }: Caller) =>
  (await query('select customer_id, gateway_subscription_id from subscriptions where account_id = $1', accountId))[0];

/** Returns an account with a Pix that was paid at the gateway, and the event that we have not received yet. */
async function withUndeliveredPix(): Promise<{ caller: Caller; event: { id: string } }> {
  const caller = await server.signUp();
  const body = { packId: 'credits-500', method: 'pix', amountNow: 14_900 };
  const { payments } = (await caller.post('/subscription/prepaid', body, newKey())).body;
  await until(async () => (await query(`select 1 from sandbox_objects where kind = 'event'`)).length === 0);
  await confirmPayment(server.services.db, payments[0].id, payments[0].clientSecret, 'pay');
  const [word] = await query(`delete from sandbox_objects where kind = 'event' returning data`);
  return { caller, event: word.data };
}

const lasting = async (caller: Caller) => (await ledgerOf(server, caller)).balanceLasting ?? 0;

describe('the webhook endpoint', () => {
  it('rejects missing, wrong, modified, expired and future signatures without effect', async () => {
    const { caller, event } = await withUndeliveredPix();
    const body = JSON.stringify(event);
    const bytes = Buffer.from(body);
    const before = await show(caller);
    const minutes = (n: number) => new Date(Date.now() + n * 60_000);
    const wrong = [
      '',
      't=1,v1=',
      sign('outro-segredo', bytes),
      sign(secret(), Buffer.from(`${body} `)),
      sign(secret(), bytes, minutes(-6)),
      sign(secret(), bytes, minutes(6)),
    ];
    for (const signature of wrong) {
      expect((await postEvent(body, { signature })).body, signature).toMatchObject({
        status: 400,
        code: 'bad_signature',
      });
    }
    expect(await eventsOf(event.id)).toEqual([]);
    expect(await lasting(caller)).toBe(0);
    expect(await show(caller)).toEqual(before);
    expect((await postEvent('{"id":1')).status).toBe(400);
    expect((await postEvent({ ...event }, {})).status).toBe(200);
    const other = await server.call({ method: 'POST', url: '/api/webhooks/stripe', payload: event as object });
    expect(other.status).toBe(404);
  });

  it('applies the same event once, for 5 repeated and 20 concurrent deliveries', async () => {
    const one = await withUndeliveredPix();
    for (let time = 0; time < 5; time += 1) expect((await postEvent(one.event)).status).toBe(200);
    expect(await lasting(one.caller)).toBe(500_000);
    const two = await withUndeliveredPix();
    const answers = await Promise.all(Array.from({ length: 20 }, () => postEvent(two.event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await lasting(two.caller)).toBe(500_000);
    for (const { event, caller } of [one, two]) {
      expect(await eventsOf(event.id)).toMatchObject([{ state: 'applied', attempts: 0 }]);
      expect((await invoicesOf(server, caller)).map(({ status }) => status)).toEqual(['paid']);
    }
  });

  it("applies the gateway's current state in any event order", async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const { customer_id: customerId, gateway_subscription_id: subscriptionId } = await customerOf(caller);
    const event = (type: string) => ({ id: randomUUID(), type, customerId, subscriptionId, paymentId: null });
    const before = await show(caller);
    // Events about a cancellation that never happened and about old changes must have no effect.
    for (const type of ['subscription.ended', 'subscription.created', 'payment.failed']) {
      expect((await postEvent(event(type))).status).toBe(200);
    }
    expect(await show(caller)).toEqual(before);
    // Cancelled at the gateway, with the events in reverse order.
    await query(
      `update sandbox_objects set data = jsonb_set(data, '{isCancelled}', 'true') where id = $1`,
      subscriptionId,
    );
    await postEvent(event('subscription.created'));
    expect(await show(caller)).toMatchObject({ status: 'PENDING_CANCEL' });
  });

  it('parks events of unknown customers and applies them later', async () => {
    const { caller, event } = await withUndeliveredPix();
    const { customer_id: customerId } = await customerOf(caller);
    await query('update subscriptions set customer_id = null where account_id = $1', caller.accountId);
    await postEvent(event);
    expect(await eventsOf(event.id)).toMatchObject([{ state: 'parked', reason: 'unknown_customer' }]);
    expect((await staff.get('/admin/gateway-events')).body.data.map(({ id }: { id: string }) => id)).toContain(
      event.id,
    );
    await query(`update gateway_events set next_try_at = now() - interval '1 second' where id = $1`, event.id);
    await retryParked(server.services);
    expect(await eventsOf(event.id)).toMatchObject([{ state: 'parked', attempts: 1 }]);
    await query('update subscriptions set customer_id = $2 where account_id = $1', caller.accountId, customerId);
    const replayed = await staff.post(`/admin/gateway-events/sandbox/${event.id}/replay`);
    expect(replayed.body).toMatchObject({ id: event.id, state: 'applied' });
    expect(await lasting(caller)).toBe(500_000);
    await staff.post(`/admin/gateway-events/sandbox/${event.id}/replay`);
    expect(await lasting(caller)).toBe(500_000);
    const { data } = (await staff.get(`/admin/accounts/${caller.accountId}/billing-events?limit=1`)).body;
    expect(data).toHaveLength(1);
    expect((await staff.post(`/admin/gateway-events/sandbox/${randomUUID()}/replay`)).status).toBe(404);
  });

  it('only logs events of a subscription that staff replaced', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const { customer_id: customerId, gateway_subscription_id: subscriptionId } = await customerOf(caller);
    const change = { planId: 'business', ignoreWebhook: true, reason: 'Cortesia' };
    expect((await staff.put(`/admin/accounts/${caller.accountId}/plan`, change)).status).toBe(200);
    const given = await show(caller);
    expect(given).toMatchObject({ plan: { id: 'business' }, amountAtRenewal: 0 });
    await deliverSandboxEvents(server.services);
    const event = { id: randomUUID(), type: 'subscription.changed', customerId, subscriptionId, paymentId: null };
    await postEvent(event);
    expect(await eventsOf(event.id)).toMatchObject([{ state: 'logged', reason: 'old_subscription' }]);
    expect(await show(caller)).toEqual(given);
    await advanceClock(staff, 31);
    expect(await show(caller)).toMatchObject({ plan: { id: 'business' } });
    // The plan that staff gave is not charged.
    expect((await chargedOf(server, caller)).total).toBe(9_900);
  });
});

/** Operations about money that need no idempotency key, with the reason. */
const WITHOUT_KEY = {
  quoteChange: 'charges nothing',
  startPaymentSetup: 'charges nothing: a card that is never given is none',
  cancelSubscription: 'the version that was seen makes it happen once',
  reactivateSubscription: 'the version that was seen makes it happen once',
  cancelPlanChange: 'the version that was seen makes it happen once',
  replayGatewayEvent: 'ends in what the gateway says, however often',
  confirmSandboxSetup: 'the gateway’s own page',
  confirmSandboxPayment: 'the gateway’s own page',
  advanceSandbox: 'moves the clock of the gateway for trials',
  receiveWebhook: 'the event’s own id makes it happen once',
  receiveWhatsappWebhook: 'moves no money',
  createPlan: 'a thing to buy, bought by nobody yet',
  createPack: 'a thing to buy, bought by nobody yet',
};
const OF_MONEY = /subscription|credits|packs?$|plans?$|gateway|sandbox|^\/webhooks|invoice|payment/;

describe('an operation that moves money', () => {
  it('requires an idempotency key', async () => {
    const posts = (await readOperations(server)).filter(({ method }) => method === 'POST');
    const isKeyed = ({ parameters }: Operation) =>
      parameters.some(
        ({ name, in: location, required }) => location === 'header' && name === 'idempotency-key' && required,
      );
    const ofMoney = posts.filter(({ path }) => OF_MONEY.test(path));
    const keyed = posts.filter(isKeyed);
    expect(keyed.map(({ id }) => id).sort()).toEqual([
      ...['buyPack', 'changePaymentMethod', 'changePlan', 'checkOut', 'giveCredits', 'refundInvoice'],
    ]);
    expect(
      ofMoney
        .filter((one) => !isKeyed(one))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(WITHOUT_KEY).sort());
    // Each of them rejects a missing or too short key.
    const caller = await server.signUp();
    for (const operation of keyed) {
      const given = { id: caller.accountId, accountId: caller.accountId, planId: 'essential', packId: 'credits-500' };
      const { url, payload } = requestFor(operation, { ...given, quotedAt: new Date().toISOString() });
      const who = operation.path.startsWith('/admin') ? staff : caller;
      const poor: Record<string, string>[] = [{}, { 'idempotency-key': 'x' }];
      for (const headers of poor) {
        const { body } = await who.post(url.replace('/api', ''), JSON.parse(String(payload)), headers);
        expect(body, operation.id).toMatchObject({ status: 422, errors: [{ field: 'idempotency-key' }] });
      }
    }
  });

  it('charges once and returns the same response for one key, also for concurrent calls', async () => {
    const caller = await server.signUp();
    const setupId = await typeCard(caller, 'approves');
    const { version } = await show(caller);
    const body = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900, setupId };
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => caller.post('/subscription/checkout', body, key)),
    );
    for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body);
    expect(answers[0]!.status).toBe(200);
    expect(await chargedOf(server, caller)).toEqual({ total: 9_900, payments: 1, maxCharges: 1 });
    expect((await caller.post('/subscription/checkout', body, key)).body).toEqual(answers[0]!.body);
    const other = await caller.post('/subscription/checkout', { ...body, period: 'YEARLY' }, key);
    expect(other.body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    const otherPurchase = { packId: 'credits-500', method: 'card', amountNow: 14_900 };
    expect((await caller.post('/subscription/prepaid', otherPurchase, key)).body.code).toBe('idempotency_key_reused');
    expect(await chargedOf(server, caller)).toMatchObject({ payments: 1 });
    // The same key from another account is a different call.
    const neighbour = await server.signUp();
    const theirs = { ...otherPurchase, method: 'pix' };
    expect((await neighbour.post('/subscription/prepaid', theirs, key)).status).toBe(200);
  });

  it('charges once for concurrent calls with different keys', async () => {
    const caller = await server.signUp();
    const setupId = await typeCard(caller, 'approves');
    const { version } = await show(caller);
    const body = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900, setupId };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => caller.post('/subscription/checkout', body, newKey())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body: refusal } of answers.filter(({ status }) => status !== 200)) {
      expect(['payment_under_way', 'stale', 'subscription_state']).toContain(refusal.code);
    }
    expect(await chargedOf(server, caller)).toEqual({ total: 9_900, payments: 1, maxCharges: 1 });
  });

  it('is completed once after a crash at any point, by its key or by the cleanup', { timeout: 120_000 }, async () => {
    const { db } = server.services;
    const cut = new Error('the process is gone');
    /** Services whose database becomes unreachable at the nth connection, like a process that dies. */
    const dyingAt = (nth: number) => {
      let left = nth;
      const connect = () => (--left < 0 ? Promise.reject(cut) : db.pool.connect());
      const pool = new Proxy(db.pool, {
        get: (own, name) => (name === 'connect' ? connect : Reflect.get(own, name)),
      });
      return { ...server.services, db: { ...db, pool } };
    };
    const { checkOut } = await import('../../src/server/billing/subscription.ts');
    let points = 0;
    for (let nth = 1; ; nth += 1) {
      const caller = await server.signUp();
      const setupId = await typeCard(caller, 'approves');
      const { version } = await show(caller);
      const body = { planId: 'essential', period: 'MONTHLY' as const, version, amountNow: 9_900, setupId };
      const payer = { accountId: caller.accountId, userId: caller.userId, tenant: tenant(caller.accountId, 'all') };
      const key = `tentativa-${randomUUID()}`;
      const isDone = await checkOut(dyingAt(nth), payer, key, body).then(
        () => true,
        (error) => {
          if (error !== cut) throw error;
          return false;
        },
      );
      if (isDone) break;
      points += 1;
      if (nth % 2 === 0) await endAbandonedCalls(server.services, 0);
      const answer = await caller.post('/subscription/checkout', body, { 'idempotency-key': key });
      expect(answer.body, `cut at ${nth}`).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' } });
      await deliverSandboxEvents(server.services);
      expect(await chargedOf(server, caller), `cut at ${nth}`).toEqual({ total: 9_900, payments: 1, maxCharges: 1 });
      expect((await invoicesOf(server, caller)).map(({ status }) => status)).toEqual(['paid']);
      expect((await ledgerOf(server, caller)).monthly).toBe(400_000);
    }
    expect(points).toBeGreaterThan(8);
  });

  it('is available only to the owner, and not to staff on their behalf', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const admin = await server.as(caller, 'ADMIN');
    expect((await admin.get('/subscription')).body.code).toBe('forbidden');
    const { session } = (await staff.post('/admin/login', { accountId: caller.accountId, reason: 'Ajuda' })).body;
    const inside = (url: string, payload: object) =>
      server.call({
        method: 'POST',
        url: `/api${url}`,
        headers: { authorization: `Bearer ${session.accessToken}`, ...newKey() },
        payload,
      });
    expect((await inside('/subscription/payment-method/setup', {})).body.code).toBe('forbidden');
    const { version } = await show(caller);
    const setupId = await typeCard(caller, 'approves');
    expect((await inside('/subscription/payment-method', { setupId, version })).body.code).toBe('forbidden');
    const checkout = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900, setupId };
    expect((await inside('/subscription/checkout', checkout)).body.code).toBe('forbidden');
    expect((await inside('/subscription/cancel', { version })).body.code).toBe('forbidden');
  });
});
