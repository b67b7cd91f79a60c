import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../src/server/runtime/calendar.ts';
import {
  advanceClock,
  answerPayment,
  ask,
  change,
  chargedOf,
  createBillingStaff,
  invoicesOf,
  ledgerOf,
  newKey,
  refund,
  show,
  subscribe,
  typeCard,
} from '../support/billing.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import type { Staff } from '../support/staff.ts';
import { createStaff } from '../support/staff.ts';

let server: TestServer;
let staff: Staff;
beforeAll(async () => {
  server = await startServer();
  staff = await createBillingStaff(server);
});
afterAll(() => server.close());
// Only the accounts of one test renew when it advances the clock, which all accounts share.
afterEach(() => server.services.db.pool.query('update sandbox_objects set due_at = null'));

const states = (invoices: { status: string; amount: number }[]) => invoices.map((one) => [one.status, one.amount]);

/**
 * Checks that our paid invoices match the gateway's payments, each charged once, and that balances match the ledger.
 */
async function expectSound(caller: Caller): Promise<void> {
  const paid = (await invoicesOf(server, caller)).filter(({ status }) => status === 'paid');
  const { total, payments, maxCharges } = await chargedOf(server, caller);
  expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(paid).toHaveLength(payments);
  expect(maxCharges).toBeLessThanOrEqual(1);
  for (const { amount, lines } of paid) expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
  const { sum, lasting, monthly, balanceLasting } = await ledgerOf(server, caller);
  expect({ monthly, lasting: balanceLasting }).toEqual({ monthly: sum - lasting, lasting });
}

it('shows the credits used per day of the period and the daily average', async () => {
  const caller = await server.signUp();
  const days = { '-1 day': 500, '0 days': 250 };
  const { accountId } = caller;
  await server.services.db.pool.query(
    `update subscriptions set period_start = now() - interval '2 days' where account_id = $1`,
    [accountId],
  );
  for (const [since, amount] of Object.entries(days)) {
    await server.services.db.pool.query(
      `insert into credit_entries (account_id, cause, amount, created_at) values ($1, $2, $3, now() + $4::interval)`,
      [accountId, `answer:${since}`, -amount, since],
    );
    await server.services.db.pool.query('update credit_balances set monthly = monthly - $2 where account_id = $1', [
      accountId,
      amount,
    ]);
  }
  const { usage } = await show(caller);
  // The same figure as below the menu.
  expect((await caller.get('/sessions/me/plan')).body.creditsUsed).toBe(0.75);
  expect(usage.byDay.map(({ credits }) => credits)).toEqual([0, 0.5, 0.25]);
  expect(usage.byDay.at(-1)!.day).toBe(dayOf(new Date()));
  expect(usage.used).toBe(0.75);
  expect(usage.perDay).toBeCloseTo(0.375, 2);
  expect(usage.until > usage.byDay.at(-1)!.day).toBe(true);
});

describe('checking out', () => {
  it('charges the quoted amount and activates the plan with its credits', async () => {
    const caller = await server.signUp();
    expect((await show(caller)).allowedCommands).toEqual(['checkout', 'paymentMethod', 'prepaid']);
    const quote = (await caller.post('/subscription/quote', { planId: 'essential', period: 'MONTHLY' })).body;
    expect(quote).toMatchObject({ kind: 'checkout', amountNow: 9_900, creditsNow: 400, renewal: { amount: 9_900 } });
    const { status, body } = await subscribe(caller);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ACTIVE',
      period: 'MONTHLY',
      amountAtRenewal: 9_900,
      endsAt: null,
      pending: null,
      payments: [],
      plan: { id: 'essential', name: 'Essencial' },
      usage: { credits: 400, used: 0 },
      paymentMethod: { kind: 'card', brand: 'visa', lastDigits: '4242' },
      gateway: { name: 'sandbox', isTest: true, publicKey: null },
    });
    expect(body.allowedCommands).toEqual(['upgrade', 'downgrade', 'cancel', 'paymentMethod', 'prepaid']);
    expect(states(await invoicesOf(server, caller))).toEqual([['paid', 9_900]]);
    expect((await caller.get('/sessions/me/plan')).body).toMatchObject({
      name: 'Essencial',
      price: 9_900,
      credits: 400,
    });
    expect((await caller.get('/audit-log?action=plan_subscribed')).body.total).toBe(1);
    await expectSound(caller);
  });

  it('changes nothing when the card is declined, also when retried with the same key', async () => {
    const caller = await server.signUp();
    const key = newKey();
    const before = await show(caller);
    const setupId = await typeCard(caller, 'refused');
    const body = { planId: 'essential', period: 'MONTHLY', version: before.version, amountNow: 9_900, setupId };
    const refused = await caller.post('/subscription/checkout', body, key);
    expect(refused.body).toMatchObject({ status: 402, code: 'card_refused' });
    expect(refused.body.message).toContain('não foi aprovado');
    expect((await caller.post('/subscription/checkout', body, key)).body.code).toBe('card_refused');
    expect(await show(caller)).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'free' },
      allowedCommands: before.allowedCommands,
      paymentMethod: null,
    });
    expect(await invoicesOf(server, caller)).toEqual([]);
    expect((await subscribe(caller)).status).toBe(200);
    await expectSound(caller);
  });

  it('keeps the card that the account had when a new one is refused', async () => {
    const caller = await server.signUp();
    const known = await typeCard(caller, 'approves');
    const { version } = await show(caller);
    await caller.post('/subscription/payment-method', { setupId: known, version }, newKey());
    const before = await show(caller);
    const setupId = await typeCard(caller, 'refused');
    const body = { planId: 'essential', period: 'MONTHLY', version: before.version, amountNow: 9_900 };
    const refused = await caller.post('/subscription/checkout', { ...body, setupId }, newKey());
    expect(refused.body.code).toBe('card_refused');
    expect((await show(caller)).paymentMethod).toEqual(before.paymentMethod);
    const again = await caller.post(
      '/subscription/checkout',
      { ...body, version: (await show(caller)).version },
      newKey(),
    );
    expect(again).toMatchObject({
      status: 200,
      body: { plan: { id: 'essential' }, paymentMethod: before.paymentMethod },
    });
    await expectSound(caller);
  });

  it('waits for the bank and follows its answer', async () => {
    const caller = await server.signUp();
    const waiting = (await subscribe(caller, 'essential', { card: 'confirms' })).body;
    expect(waiting).toMatchObject({
      status: 'PENDING_PAYMENT',
      plan: { id: 'free' },
      pending: { planId: 'essential', period: 'MONTHLY' },
      allowedCommands: ['cancelChange', 'prepaid'],
      payments: [{ reason: 'start', kind: 'confirm', amount: 9_900, pix: null }],
    });
    await answerPayment(caller, 'refuse');
    // The refused card is not kept.
    expect(await show(caller)).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'free' },
      pending: null,
      payments: [],
      paymentMethod: null,
    });
    await subscribe(caller, 'essential', { card: 'confirms' });
    await answerPayment(caller, 'pay');
    expect(await show(caller)).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'essential' },
      payments: [],
      paymentMethod: { brand: expect.any(String) },
    });
    expect((await invoicesOf(server, caller)).filter(({ status }) => status === 'paid')).toHaveLength(1);
    await expectSound(caller);
  });

  it('can be cancelled while it waits', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { card: 'confirms' });
    expect((await ask(caller, 'cancel-change')).body).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' } });
    await expectSound(caller);
  });

  it('rejects a changed quote, an illegal command and a stale version', async () => {
    const caller = await server.signUp();
    const { version } = await show(caller);
    const body = { planId: 'essential', period: 'MONTHLY', version, amountNow: 9_900 };
    const post = async (change: object, headers: Record<string, string> = newKey()) =>
      (await caller.post('/subscription/checkout', { ...body, ...change }, headers)).body;
    expect(await post({}, {})).toMatchObject({ status: 422, errors: [{ field: 'idempotency-key' }] });
    expect((await post({})).code).toBe('payment_method_missing');
    expect((await post({ amountNow: 1 })).code).toBe('quote_changed');
    expect((await post({ version: version + 1 })).code).toBe('stale');
    expect((await post({ planId: 'gold' })).code).toBe('not_found');
    expect((await post({ planId: 'free', amountNow: 0 })).code).toBe('subscription_state');
    expect((await post({ setupId: 'seti_sandbox_de_outro' })).code).toBe('payment_method_unconfirmed');
    for (const path of ['cancel', 'reactivate', 'cancel-change'] as const) {
      expect((await ask(caller, path)).body, path).toMatchObject({ status: 409, code: 'subscription_state' });
    }
    await subscribe(caller);
    expect((await subscribe(caller)).body.code).toBe('subscription_state');
  });
});

describe('changing plans', () => {
  it('upgrades now for the quoted rest of the period', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const quote = (await caller.post('/subscription/quote', { planId: 'professional', period: 'MONTHLY' })).body;
    expect(quote.kind).toBe('upgrade');
    expect(quote.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(quote.amountNow);
    expect(quote.amountNow).toBeLessThanOrEqual(15_000);
    expect(quote.amountNow).toBeGreaterThan(14_900);
    const { version, renewsAt } = await show(caller);
    const body = { planId: 'professional', period: 'MONTHLY', version, ...quote };
    expect((await caller.post('/subscription/change', { ...body, amountNow: 1 }, newKey())).body.code).toBe(
      'quote_changed',
    );
    const old = { ...body, quotedAt: new Date(Date.now() - 31 * 60_000).toISOString() };
    expect((await caller.post('/subscription/change', old, newKey())).body.code).toBe('quote_changed');
    const done = await caller.post('/subscription/change', body, newKey());
    expect(done.body).toMatchObject({
      status: 'ACTIVE',
      plan: { id: 'professional' },
      renewsAt,
      amountAtRenewal: 24_900,
    });
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['paid', quote.amountNow],
    ]);
    // The difference in credits, for the rest of the month.
    expect((await ledgerOf(server, caller)).monthly).toBeGreaterThan(1_499_000);
    expect((await ledgerOf(server, caller)).monthly).toBeLessThanOrEqual(1_500_000);
    await expectSound(caller);
  });

  it('changes nothing when the card is declined for an upgrade', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const setupId = await typeCard(caller, 'refused');
    const { version } = await show(caller);
    await caller.post('/subscription/payment-method', { setupId, version }, newKey());
    expect((await change(caller, 'professional')).body.code).toBe('card_refused');
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' }, pending: null });
    await expectSound(caller);
  });

  it("waits for the bank's confirmation of an upgrade", async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential');
    const setupId = await typeCard(caller, 'confirms');
    await caller.post('/subscription/payment-method', { setupId, version: (await show(caller)).version }, newKey());
    const { body } = await change(caller, 'business');
    expect(body).toMatchObject({
      status: 'PENDING_PAYMENT',
      plan: { id: 'essential' },
      pending: { planId: 'business' },
    });
    await answerPayment(caller, 'refuse');
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' }, pending: null });
    await change(caller, 'business');
    await answerPayment(caller, 'pay');
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'business' } });
    await expectSound(caller);
  });

  it('starts a year now and deducts the unused month', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential');
    const quote = (await caller.post('/subscription/quote', { planId: 'essential', period: 'YEARLY' })).body;
    expect(quote.kind).toBe('upgrade');
    expect(quote.amountNow).toBeGreaterThanOrEqual(99_000 - 9_900);
    const { body } = await change(caller, 'essential', 'YEARLY');
    expect(body).toMatchObject({ period: 'YEARLY', amountAtRenewal: 99_000 });
    expect(Date.parse(body.renewsAt) - Date.now()).toBeGreaterThan(360 * 86_400_000);
    await expectSound(caller);
  });

  it('downgrades at the renewal, which can be undone', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'professional');
    const quote = (await caller.post('/subscription/quote', { planId: 'essential', period: 'MONTHLY' })).body;
    expect(quote).toMatchObject({ kind: 'downgrade', amountNow: 0, lines: [], renewal: { amount: 9_900 } });
    expect((await change(caller, 'essential')).body).toMatchObject({
      status: 'PENDING_DOWNGRADE',
      plan: { id: 'professional' },
      amountAtRenewal: 9_900,
      pending: { planId: 'essential', plan: 'Essencial', period: 'MONTHLY' },
    });
    expect((await change(caller, 'business')).body.code).toBe('subscription_state');
    expect((await ask(caller, 'cancel-change')).body).toMatchObject({ status: 'ACTIVE', pending: null });
    await change(caller, 'essential');
    await advanceClock(staff, 31);
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'essential' }, pending: null });
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 24_900],
      ['paid', 9_900],
    ]);
    await expectSound(caller);
  });

  it('keeps a cancelled plan until the period ends, then falls to the free plan', async () => {
    const caller = await server.signUp();
    const bought = (await subscribe(caller)).body;
    const cancelled = (await ask(caller, 'cancel')).body;
    expect(cancelled).toMatchObject({ status: 'PENDING_CANCEL', endsAt: bought.renewsAt, plan: { id: 'essential' } });
    expect((await ask(caller, 'reactivate')).body).toMatchObject({ status: 'ACTIVE', endsAt: null });
    await ask(caller, 'cancel');
    await advanceClock(staff, 31);
    const after = await show(caller);
    expect(after).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' }, endsAt: null, amountAtRenewal: 0 });
    expect(after.allowedCommands).toContain('checkout');
    expect((await ledgerOf(server, caller)).monthly).toBe(40_000);
    await expectSound(caller);
    // The account subscribes again with its stored card.
    const { version } = after;
    const body = { planId: 'professional', period: 'MONTHLY', version, amountNow: 24_900 };
    expect((await caller.post('/subscription/checkout', body, newKey())).body.plan.id).toBe('professional');
  });
});

describe('renewals', () => {
  it('charge, start a period and grant its credits once', async () => {
    const caller = await server.signUp();
    const first = (await subscribe(caller)).body;
    await server.services.db.pool.query(`update credit_balances set monthly = 0 where account_id = $1`, [
      caller.accountId,
    ]);
    await server.services.db.pool.query(
      `insert into credit_entries (account_id, cause, amount) values ($1, 'answer:x', -400000)`,
      [caller.accountId],
    );
    await advanceClock(staff, 31);
    const after = await show(caller);
    expect(Date.parse(after.renewsAt)).toBeGreaterThan(Date.parse(first.renewsAt));
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['paid', 9_900],
    ]);
    expect((await ledgerOf(server, caller)).monthly).toBe(400_000);
    await expectSound(caller);
  });

  it('that fail are reported by email and succeed after a change of card', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { card: 'fails-later' });
    await advanceClock(staff, 31);
    const failed = await show(caller);
    expect(failed).toMatchObject({ status: 'FAILURE_PAYMENT', plan: { id: 'essential' } });
    expect((await caller.get('/sessions/me/plan')).body.failedPayment).toBe(true);
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['open', 9_900],
    ]);
    const failureMails = async () =>
      (await server.mailsTo(caller.email)).filter(({ subject }) => subject?.startsWith('Falha na cobrança'));
    await until(async () => (await failureMails()).length > 0);
    expect(await failureMails()).toHaveLength(1);
    const setupId = await typeCard(caller, 'approves');
    const updated = await caller.post('/subscription/payment-method', { setupId, version: failed.version }, newKey());
    expect(updated.body).toMatchObject({ status: 'ACTIVE', paymentMethod: { lastDigits: '4242' } });
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['paid', 9_900],
    ]);
    await expectSound(caller);
  });

  it('that fail repeatedly end in the free plan', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { card: 'fails-later' });
    await advanceClock(staff, 31);
    for (const days of [2, 4, 6]) await advanceClock(staff, days);
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' } });
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['uncollectible', 9_900],
    ]);
    await expectSound(caller);
  });

  it('that fail allow an immediate cancellation', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { card: 'fails-later' });
    await advanceClock(staff, 31);
    expect((await ask(caller, 'cancel')).body).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' } });
    await expectSound(caller);
  });

  it('charge for the plan that staff set, from the next renewal on', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential');
    const put = (planId: string, period?: string) =>
      staff.put(`/admin/accounts/${caller.accountId}/plan`, {
        planId,
        period,
        ignoreWebhook: false,
        reason: 'Cortesia',
      });
    expect((await put('professional', 'YEARLY')).status).toBe(200);
    const given = { status: 'ACTIVE', plan: { id: 'professional' }, period: 'YEARLY', amountAtRenewal: 249_000 };
    expect(await show(caller)).toMatchObject({ ...given, pending: null });
    expect((await caller.get('/sessions/me/plan')).body.price).toBe(249_000);
    // Undoing a cancellation or downgrade returns to that plan.
    await ask(caller, 'cancel');
    expect((await ask(caller, 'reactivate')).body).toMatchObject(given);
    await change(caller, 'essential');
    expect((await ask(caller, 'cancel-change')).body).toMatchObject(given);
    await advanceClock(staff, 31);
    expect(await show(caller)).toMatchObject(given);
    expect(states(await invoicesOf(server, caller))).toEqual([
      ['paid', 9_900],
      ['paid', 249_000],
    ]);
    await expectSound(caller);
    // With a free plan, the gateway stops charging.
    expect((await put('free', 'MONTHLY')).status).toBe(200);
    expect(await show(caller)).toMatchObject({ plan: { id: 'free' }, amountAtRenewal: 0 });
    await advanceClock(staff, 366);
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', plan: { id: 'free' } });
    expect(await invoicesOf(server, caller)).toHaveLength(2);
    await expectSound(caller);
  });

  it('of a yearly plan grant credits every month', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { period: 'YEARLY' });
    const grants = async () =>
      (
        await server.services.db.pool.query(
          `select count(*)::int as n from credit_entries where account_id = $1 and amount = 400000`,
          [caller.accountId],
        )
      ).rows[0].n;
    const before = await grants();
    await advanceClock(staff, 32);
    expect(await grants()).toBe(before + 1);
    expect(await invoicesOf(server, caller)).toHaveLength(1);
  });

  it('stop while the account is scheduled for deletion, and resume when it is undone', async () => {
    const { syncDeletions } = await import('../../src/server/billing/periodic-tasks.ts');
    const { pool } = server.services.db;
    const caller = await server.signUp();
    const { renewsAt } = (await subscribe(caller)).body;
    const setEnd = (at: string | null) =>
      pool.query('update accounts set deletes_at = $2 where id = $1', [caller.accountId, at]);
    await setEnd(renewsAt);
    await syncDeletions(server.services);
    expect(await show(caller)).toMatchObject({ status: 'PENDING_CANCEL', endsAt: renewsAt });
    await setEnd(null);
    await syncDeletions(server.services);
    expect(await show(caller)).toMatchObject({ status: 'ACTIVE', endsAt: null });
    await setEnd(renewsAt);
    await syncDeletions(server.services);
    await advanceClock(staff, 31);
    expect(await invoicesOf(server, caller)).toHaveLength(1);
    await setEnd(null);
  });

  it('of a free plan happen without a payment', async () => {
    const caller = await server.signUp();
    const leaving = await server.signUp();
    await server.services.db.pool.query(`update accounts set deletes_at = now() + interval '1 year' where id = $1`, [
      leaving.accountId,
    ]);
    const before = await show(caller);
    const stays = await show(leaving);
    await advanceClock(staff, 32);
    expect(Date.parse((await show(caller)).renewsAt)).toBeGreaterThan(Date.parse(before.renewsAt));
    expect((await show(leaving)).renewsAt).toBe(stays.renewsAt);
    expect((await ledgerOf(server, caller)).monthly).toBe(40_000);
  });
});

describe('credit packs', () => {
  it('are bought by card and do not expire', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const { packs } = (await caller.get('/plans')).body;
    expect(packs.map(({ credits }: { credits: number }) => credits)).toEqual([500, 2_000]);
    const body = { packId: 'credits-500', method: 'card', amountNow: 14_900 };
    expect((await caller.post('/subscription/prepaid', { ...body, amountNow: 1 }, newKey())).body.code).toBe(
      'quote_changed',
    );
    expect((await caller.post('/subscription/prepaid', body, newKey())).status).toBe(200);
    expect((await ledgerOf(server, caller)).balanceLasting).toBe(500_000);
    expect((await caller.get('/sessions/me/plan')).body.creditsLasting).toBe(500);
    await advanceClock(staff, 31);
    expect((await ledgerOf(server, caller)).balanceLasting).toBe(500_000);
    await expectSound(caller);
  });

  it('are bought by Pix on any plan and credited once paid', async () => {
    const caller = await server.signUp();
    const body = { packId: 'credits-2000', method: 'pix', amountNow: 49_900 };
    const waiting = (await caller.post('/subscription/prepaid', body, newKey())).body;
    expect(waiting.payments).toMatchObject([{ reason: 'prepaid', kind: 'pix', amount: 49_900 }]);
    expect(waiting.payments[0].pix.code).toContain('PIX');
    expect(states(await invoicesOf(server, caller))).toEqual([['open', 49_900]]);
    await answerPayment(caller, 'pay');
    expect((await show(caller)).payments).toEqual([]);
    expect(states(await invoicesOf(server, caller))).toEqual([['paid', 49_900]]);
    expect((await ledgerOf(server, caller)).balanceLasting).toBe(2_000_000);
    await expectSound(caller);
  });

  it('grant nothing when the Pix expires or the card is declined', async () => {
    const caller = await server.signUp();
    await caller.post('/subscription/prepaid', { packId: 'credits-500', method: 'pix', amountNow: 14_900 }, newKey());
    await advanceClock(staff, 1);
    expect(states(await invoicesOf(server, caller))).toEqual([['void', 14_900]]);
    const setupId = await typeCard(caller, 'refused');
    const { version } = await show(caller);
    expect((await caller.post('/subscription/payment-method', { setupId, version }, newKey())).status).toBe(200);
    const body = { packId: 'credits-500', method: 'card', amountNow: 14_900 };
    expect((await caller.post('/subscription/prepaid', body, newKey())).body.code).toBe('card_refused');
    expect((await invoicesOf(server, caller)).map(({ status }) => status)).toEqual(['void', 'void']);
    await expectSound(caller);
  });
});

describe('invoices', () => {
  it('have unique numbers and a receipt in pt-BR', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    await change(caller, 'professional');
    const { data, total } = (await caller.get('/invoices?status=paid&limit=1')).body;
    expect(total).toBe(2);
    expect(data[0].orderNumber).toMatch(/^\d{8}-[0-9A-Z]{6}$/);
    const numbers = (await invoicesOf(server, caller)).map(({ orderNumber }) => orderNumber);
    expect(new Set(numbers).size).toBe(2);
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/invoices/${data[0].id}/receipt`,
      headers: { authorization: `Bearer ${caller.tokens.accessToken}` },
    });
    expect(answer.headers['content-type']).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const part of [
      data[0].orderNumber,
      'Plano Profissional',
      'Total',
      'Helena Prado',
      'Ambiente de teste',
      'período não usado',
    ]) {
      expect(text).toContain(part);
    }
    const stranger = await server.signUp();
    expect((await stranger.get(`/invoices/${data[0].id}/receipt`)).status).toBe(404);
  });
});

describe('plan administration', () => {
  const input = {
    name: 'Plano Ouro',
    rank: 9,
    monthlyPrice: 5_000,
    yearlyPrice: 50_000,
    credits: 123.5,
    itemLimit: 9,
    contextLimit: 4,
    userLimit: 5,
    flags: ['limitPerContext'],
    modelId: null,
    isOffered: true,
  };

  it('creates, edits and withdraws plans, and existing subscribers keep them', async () => {
    const made = await staff.post('/admin/plans', input);
    expect(made.body).toMatchObject({ id: 'plano-ouro', yearlySaving: 10_000, credits: 123.5, accounts: 0 });
    const caller = await server.signUp();
    await subscribe(caller, 'plano-ouro');
    await staff.put('/admin/plans/plano-ouro', { ...input, monthlyPrice: 7_000, isOffered: false });
    const { plans } = (await server.call({ method: 'GET', url: '/api/public/plans' })).body;
    expect(plans.map(({ id }: { id: string }) => id)).toEqual(['free', 'essential', 'professional', 'business']);
    expect((await caller.get('/plans/plano-ouro')).body.monthlyPrice).toBe(7_000);
    const stranger = await server.signUp();
    expect((await stranger.get('/plans/plano-ouro')).status).toBe(404);
    // The agreed price stays.
    expect(await show(caller)).toMatchObject({ amountAtRenewal: 5_000, plan: { id: 'plano-ouro' } });
    await advanceClock(staff, 31);
    expect(states(await invoicesOf(server, caller)).at(-1)).toEqual(['paid', 5_000]);
    const listed = (await staff.get('/admin/plans')).body.data.find(({ id }: { id: string }) => id === 'plano-ouro');
    expect(listed).toMatchObject({ accounts: 1, isOffered: false });
    expect((await staff.get('/admin/plans/plano-ouro')).body).toMatchObject(listed);
    expect((await staff.get('/admin/plans/plano-prata')).status).toBe(404);
    expect((await staff.get('/admin/audit-log?action=plans_edited')).body.total).toBe(2);
  });

  it('keeps one free plan and rejects an unknown model', async () => {
    const [free] = (await staff.get('/admin/plans')).body.data;
    expect(free.id).toBe('free');
    const charged = await staff.put('/admin/plans/free', { monthlyPrice: 1, version: free.version });
    expect(charged.body.errors[0]).toMatchObject({
      field: 'monthlyPrice',
      message: expect.stringContaining('precisa de um plano grátis'),
    });
    const model = { ...input, modelId: '00000000-0000-7000-8000-00000000dead' };
    expect((await staff.post('/admin/plans', model)).body.errors[0].field).toBe('modelId');
  });

  it('counts only customers in a plan: the team’s own account has one, too', async () => {
    const countOf = async (planId: string) =>
      (await staff.get('/admin/plans')).body.data.find(({ id }: { id: string }) => id === planId).accounts;
    const before = await countOf('business');
    await createStaff(server);
    expect(await countOf('business')).toBe(before);
    await subscribe(await server.signUp(), 'business');
    expect(await countOf('business')).toBe(before + 1);
  });

  it('names the limits of a price in reais', async () => {
    const pack = { name: 'Um crédito', price: 30, credits: 1, isOffered: true };
    expect((await staff.post('/admin/packs', pack)).body.errors[0].message).toMatch(/^O menor valor é R\$\s0,50$/);
    const plan = await staff.post('/admin/plans', { ...input, credits: 3_000_000 });
    expect(plan.body.errors[0].message).toBe('O maior valor é 2.000.000');
    const fine = await staff.post('/admin/plans', { ...input, credits: 1.2345 });
    expect(fine.body.errors[0].message).toBe('Use no máximo 3 casas decimais');
  });

  it.each([
    ['plans', () => input, ['monthlyPrice', 6_000, 8_000]],
    ['packs', () => ({ name: 'Cem', price: 9_900, credits: 100, isOffered: false }), ['price', 9_000, 8_000]],
  ] as const)('merges what two tabs change in %s, and refuses two values of one field', async (kind, body, change) => {
    const [field, first, second] = change;
    const { id, version } = (await staff.post(`/admin/${kind}`, body())).body;
    const url = `/admin/${kind}/${id}`;
    const otherTab = await staff.signInAgain();
    expect((await otherTab.put(url, { [field]: first, version })).body[field]).toBe(first);
    const late = await staff.put(url, { [field]: second, version });
    expect(late.body).toMatchObject({ status: 409, code: 'changed_meanwhile', errors: [{ field }] });
    expect(late.body.current).toMatchObject({ [field]: first, saved: { userName: 'Rui da Prosa' } });
    const renamed = await staff.put(url, { name: 'Outro nome', version });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Outro nome', [field]: first } });
  });

  it('withdraws packs', async () => {
    const pack = { name: '10 créditos', price: 990, credits: 10, isOffered: true };
    const { id } = (await staff.post('/admin/packs', pack)).body;
    await staff.put(`/admin/packs/${id}`, { ...pack, isOffered: false });
    expect((await staff.get(`/admin/packs/${id}`)).body).toMatchObject({ id, ...pack, isOffered: false });
    expect((await staff.get('/admin/packs/none')).status).toBe(404);
    const caller = await server.signUp();
    const body = { packId: id, method: 'pix', amountNow: 990 };
    expect((await caller.post('/subscription/prepaid', body, newKey())).status).toBe(404);
  });
});

describe('a refund', () => {
  const refundedAt = async (paymentId: string) => {
    const { rows } = await server.services.db.pool.query(
      `select data ->> 'refundedAt' as at from sandbox_objects where id = $1`,
      [paymentId],
    );
    return rows[0].at as string | null;
  };

  it('of a subscription gives the money back once, and changes neither plan nor credits', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const [invoice] = await invoicesOf(server, caller);
    const [before, balance] = [await show(caller), await ledgerOf(server, caller)];
    expect((await refund(staff, caller, invoice!.id, { reason: ' ' })).body.errors).toMatchObject([
      { field: 'reason' },
    ]);
    expect((await refund(staff, await server.signUp(), invoice!.id)).status).toBe(404);
    expect(await refundedAt(invoice!.gatewayId)).toBeNull();

    const key = newKey();
    const [first, second] = await Promise.all([1, 2].map(() => refund(staff, caller, invoice!.id, { key })));
    expect([first!.status, second!.status]).toEqual([200, 200]);
    expect(first!.body).toMatchObject({ id: invoice!.id, status: 'refunded', isDoubled: false });
    const moment = await refundedAt(invoice!.gatewayId);
    expect(moment).not.toBeNull();
    expect((await refund(staff, caller, invoice!.id)).body).toMatchObject({
      status: 409,
      code: 'invoice_not_refundable',
    });
    expect(await refundedAt(invoice!.gatewayId)).toBe(moment);

    expect(await show(caller)).toEqual(before);
    expect(await ledgerOf(server, caller)).toEqual(balance);
    expect((await caller.get('/invoices')).body.data).toMatchObject([{ status: 'refunded', amount: 9_900 }]);
    const log = (await caller.get('/audit-log?action=invoice_refunded')).body.data;
    expect(log).toMatchObject([
      {
        actorName: 'Rui da Prosa',
        subject: invoice!.orderNumber,
        detail: { amount: 9_900, reason: 'Cobrança em dobro' },
      },
    ]);
    // The next renewal is charged as if nothing had happened.
    await expectSound(caller);
  });

  it('of a pack takes back the credits that are left of it', async () => {
    const caller = await server.signUp();
    await subscribe(caller);
    const pack = { packId: 'credits-500', method: 'card', amountNow: 14_900 };
    for (const key of [newKey(), newKey()])
      expect((await caller.post('/subscription/prepaid', pack, key)).status).toBe(200);
    const [, first, second] = await invoicesOf(server, caller);
    const { body } = await staff.get(`/admin/invoices?accountId=${caller.accountId}`);
    expect(body.data.map(({ id, isDoubled }: any) => [id, isDoubled])).toEqual(
      expect.arrayContaining([
        [first!.id, true],
        [second!.id, true],
      ]),
    );
    expect((await refund(staff, caller, second!.id)).status).toBe(200);
    expect(await ledgerOf(server, caller)).toMatchObject({ balanceLasting: 500_000, lasting: 500_000 });
    // 120 credits of the other pack are used.
    await server.services.db.pool.query(
      `with used as (insert into credit_entries (account_id, cause, amount, lasting) values ($1, 'answer:x', -120000, -120000))
       update credit_balances set lasting = lasting - 120000 where account_id = $1`,
      [caller.accountId],
    );
    // A process gave the money back and died before it could store that.
    const moment = '2026-11-20T12:00:00.000Z';
    await server.services.db.pool.query(
      `update sandbox_objects set data = data || jsonb_build_object('refundedAt', $2::text) where id = $1`,
      [first!.gatewayId, moment],
    );
    expect((await refund(staff, caller, first!.id)).status).toBe(200);
    expect(await refundedAt(first!.gatewayId)).toBe(moment);
    expect(await ledgerOf(server, caller)).toMatchObject({ balanceLasting: 0, lasting: 0 });
    const { data } = (await staff.get(`/admin/accounts/${caller.accountId}/ledger`)).body;
    expect(data.filter(({ cause }: any) => cause.startsWith('refund:')).map(({ amount }: any) => amount)).toEqual([
      -380, -500,
    ]);
    await expectSound(caller);
  });

  it('is refused for what was never paid', async () => {
    const caller = await server.signUp();
    await subscribe(caller, 'essential', { card: 'confirms' });
    const [open] = await invoicesOf(server, caller);
    expect((await refund(staff, caller, open!.id)).body.code).toBe('invoice_not_refundable');
  });
});

it('finds the invoices of all accounts by customer, number, email and gateway id', async () => {
  const caller = await server.signUp({ name: 'Zuleica Prado' });
  await subscribe(caller);
  const [invoice] = await invoicesOf(server, caller);
  const found = async (search: string) =>
    (await staff.get(`/admin/invoices?search=${encodeURIComponent(search)}`)).body.data.map(({ id }: any) => id);
  for (const search of ['zuleica', caller.email, invoice!.orderNumber.toLowerCase(), invoice!.gatewayId])
    expect(await found(search), search).toEqual([invoice!.id]);
  expect(await found('%')).toEqual([]);
  const amounts = (await staff.get('/admin/invoices?sort=amount&limit=100')).body.data.map(({ amount }: any) => amount);
  expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b));
});
