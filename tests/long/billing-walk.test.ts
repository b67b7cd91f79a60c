import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusOf } from '../../src/server/billing/apply-state.ts';
import { openGateway } from '../../src/server/billing/gateways/open-gateway.ts';
import { canCommand } from '../../src/server/billing/lifecycle.ts';
import { SANDBOX_CARDS, type Subscription, type SubscriptionCommand } from '../../src/shared/billing.ts';
import {
  advanceClock,
  ask,
  change,
  chargedOf,
  createBillingStaff,
  invoicesOf,
  ledgerOf,
  newKey,
  show,
  subscribe,
  typeCard,
} from '../support/billing.ts';
import { type Answer, type Caller, startServer, type TestServer, until } from '../support/server.ts';
import type { Staff } from '../support/staff.ts';

let server: TestServer;
let staff: Staff;
beforeAll(async () => {
  server = await startServer();
  staff = await createBillingStaff(server);
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

const PLANS = ['essential', 'professional', 'business'] as const;
const periods = fc.constantFrom('MONTHLY' as const, 'YEARLY' as const);
const plans = fc.constantFrom(...PLANS);
const cards = fc.constantFrom(...SANDBOX_CARDS);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('checkout' as const), plan: plans, period: periods, card: cards }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), plan: plans, period: periods }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reactivate' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel-change' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), card: cards }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pack' as const), by: fc.constantFrom('card', 'pix') }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), outcome: fc.constantFrom('pay', 'refuse') }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The command that a step sends, for steps that send exactly one. */
const commandOf: Partial<Record<Step['do'], SubscriptionCommand>> = {
  checkout: 'checkout',
  cancel: 'cancel',
  reactivate: 'reactivate',
  'cancel-change': 'cancelChange',
  card: 'paymentMethod',
};

async function take(caller: Caller, one: Step, before: Subscription): Promise<Answer | null> {
  switch (one.do) {
    case 'checkout':
      return before.allowedCommands.includes('checkout')
        ? subscribe(caller, one.plan, one)
        : caller.post(
            '/subscription/checkout',
            { planId: one.plan, period: one.period, version: before.version, amountNow: 0 },
            newKey(),
          );
    case 'change':
      return change(caller, one.plan, one.period);
    case 'card': {
      const setupId = await typeCard(caller, one.card);
      return caller.post('/subscription/payment-method', { setupId, version: before.version }, newKey());
    }
    case 'pack': {
      const body = { packId: 'credits-500', method: one.by, amountNow: 14_900 };
      return caller.post('/subscription/prepaid', body, newKey());
    }
    case 'answer': {
      const [payment] = before.payments;
      if (!payment) return null;
      const { id, clientSecret } = payment;
      return caller.post(`/sandbox/payments/${id}/confirm`, { clientSecret, outcome: one.outcome });
    }
    case 'wait':
      await advanceClock(staff);
      return null;
    default:
      return ask(caller, one.do);
  }
}

/** Checks the invariants that hold after any step. */
async function expectSound(caller: Caller, where: string): Promise<void> {
  const { accountId } = caller;
  const invoices = await invoicesOf(server, caller);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const { total, payments, maxCharges } = await chargedOf(server, caller);
  // To the centavo: our invoices match what the gateway charged, each once, and their lines add up.
  expect({ sum: paid.reduce((sum, { amount }) => sum + amount, 0), n: paid.length }, where).toEqual({
    sum: total,
    n: payments,
  });
  expect(maxCharges, where).toBeLessThanOrEqual(1);
  for (const { amount, lines } of invoices)
    expect(
      lines.reduce((sum, line) => sum + line.amount, 0),
      where,
    ).toBe(amount);
  // Credits are granted once per paid invoice and for nothing else. The balance equals the sum of the ledger.
  const given = await query(
    `select count(*)::int as n, coalesce(sum(lasting), 0)::int as lasting from credit_entries where account_id = $1 and cause like 'invoice:%'`,
    accountId,
  );
  const packs = paid.filter(({ type }) => type === 'PREPAID').length;
  expect(given[0], where).toEqual({ n: paid.length, lasting: packs * 500_000 });
  const { sum, lasting, monthly, balanceLasting } = await ledgerOf(server, caller);
  if (monthly !== null)
    expect({ monthly, balanceLasting }, where).toEqual({ monthly: sum - lasting, balanceLasting: lasting });
  // Our status matches the gateway's state.
  const [row] = await query('select * from subscriptions where account_id = $1', accountId);
  const id = row.gateway_subscription_id;
  const state = id && (await openGateway(server.services).readSubscription(id));
  expect(row.status, where).toBe(state ? statusOf(state) : 'ACTIVE');
  if (!id) expect([row.price, row.plan_id, row.ends_at, row.pending_plan_id], where).toEqual([0, 'free', null, null]);
  if (state) expect(row.ends_at?.toISOString() ?? null, where).toBe(state.cancelAt?.toISOString() ?? null);
  // An account has a paid plan only if it paid for it.
  const bought = invoices.findLast(({ status, type }) => status === 'paid' && type !== 'PREPAID');
  if (row.plan_id !== 'free') {
    const [plan] = await query('select name from plans where id = $1', row.plan_id);
    expect(plan.name, where).toBe(bought?.plan);
  }
}

it(
  'keeps money and credits consistent over any sequence of plans, cards, answers and time',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (walk) => {
        const caller = await server.signUp();
        const trace: string[] = [];
        for (const one of [
          { do: 'checkout', plan: 'essential', period: 'MONTHLY', card: 'approves' } as Step,
          ...walk,
        ]) {
          const before = await show(caller);
          const answer = await take(caller, one, before);
          trace.push(`${before.status} ${JSON.stringify(one)} ${answer?.status ?? ''} ${answer?.body?.code ?? ''}`);
          const where = trace.join('\n');
          const command = commandOf[one.do];
          if (command && answer) {
            expect(before.allowedCommands.includes(command), where).toBe(
              canCommand(
                before.status,
                (!before.allowedCommands.includes('checkout') && before.plan.id !== 'free') ||
                  before.status !== 'ACTIVE',
                command,
              ),
            );
            const isRefused = answer.body.code === 'subscription_state';
            expect(isRefused, where).toBe(!before.allowedCommands.includes(command));
          }
          expect([200, 402, 409], where).toContain(answer?.status ?? 200);
          await until(async () => (await query(`select 1 from sandbox_objects where kind = 'event'`)).length === 0);
          await expectSound(caller, where);
        }
        // The next sequence must not run events that this one left on the sandbox clock.
        await query(`update sandbox_objects set due_at = null`);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);
