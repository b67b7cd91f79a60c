import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addLastingCredits,
  addPeriodCredits,
  readBalance,
  setPeriodCredits,
  startPeriod,
} from '../../src/server/billing/balance.ts';
import {
  chargeStatements,
  releaseCredits,
  releaseStaleCredits,
  reserveCredits,
} from '../../src/server/billing/credits.ts';
import { type Db, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { type SharedServer, sharedServer } from '../support/server.ts';
import { type LimitFixture, newContext } from './limits-fixture.ts';

let server: SharedServer;
let db: Db;
beforeAll(async () => {
  server = await sharedServer();
  db = server.services.db;
});

const chargeFor = ({ context }: LimitFixture, answerId: string = randomUUID()) => ({
  contextId: context.contextId,
  answerId,
  periodStart: context.periodStart,
});
const charge = ({ owner }: LimitFixture, charged: ReturnType<typeof chargeFor>, cost: number) =>
  withTenant(db, owner, async (tx) => {
    for (const statement of chargeStatements(owner.accountId, { ...charged, cost })) await tx.execute(statement);
  });
type Move = (typeof moves)[keyof typeof moves];
const moves = { addLastingCredits, addPeriodCredits, setPeriodCredits };
const move = ({ owner }: LimitFixture, mover: Move, credits: number, cause: string = randomUUID()) =>
  withTenant(db, owner, (tx) => mover(tx, owner.accountId, { credits, cause }));
const begin = ({ owner }: LimitFixture, credits: number, cause: string = randomUUID()) =>
  withPlatform(db, (tx) => startPeriod(tx, owner.accountId, { credits, periodStart: new Date(), cause }));
const balancesOf = async ({ owner }: LimitFixture) => {
  const { monthly, lasting } = await readBalance(db, owner);
  return { monthly, lasting };
};

/** Creates an account with the given balances, in thousandths of a credit. */
async function withCredits(monthly: number, lasting: number): Promise<LimitFixture> {
  const fixture = await newContext(db);
  await begin(fixture, monthly);
  await move(fixture, addLastingCredits, lasting);
  return fixture;
}

/** Returns the balances computed from the ledger. */
async function ledgerOf({ owner }: LimitFixture): Promise<{ monthly: number; lasting: number }> {
  const { rows } = await db.pool.query(
    `select sum(amount - lasting)::int as monthly, sum(lasting)::int as lasting from credit_entries where account_id = $1`,
    [owner.accountId],
  );
  return rows[0];
}

describe('an account', () => {
  it('starts with the credits of its plan, booked once', async () => {
    const fixture = await newContext(db);
    expect(await readBalance(db, fixture.owner)).toMatchObject({ granted: 6_000_000, monthly: 6_000_000, lasting: 0 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 6_000_000, lasting: 0 });
  });

  it('without a balance receives the credits of its plan minus those used in the period', async () => {
    const fixture = await newContext(db);
    const { accountId } = fixture.owner;
    await charge(fixture, chargeFor(fixture), 700);
    await db.pool.query(`delete from credit_balances where account_id = $1`, [accountId]);
    await db.pool.query(`delete from credit_entries where account_id = $1 and cause = 'opening'`, [accountId]);
    await Promise.all(Array.from({ length: 8 }, () => readBalance(db, fixture.owner)));
    expect(await balancesOf(fixture)).toEqual({ monthly: 5_999_300, lasting: 0 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 5_999_300, lasting: 0 });
  });

  it('books each cause once, even with concurrent calls', async () => {
    const fixture = await withCredits(1_000, 0);
    const first = await Promise.all([1, 2, 3].map(() => move(fixture, addLastingCredits, 300, 'order:7')));
    expect(first.filter(Boolean)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => move(fixture, addPeriodCredits, 50, 'upgrade:7')));
    expect(await balancesOf(fixture)).toEqual({ monthly: 1_050, lasting: 300 });
    await Promise.all([1, 2, 3].map(() => begin(fixture, 2_000, 'period:8')));
    expect(await balancesOf(fixture)).toEqual({ monthly: 2_000, lasting: 300 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 2_000, lasting: 300 });
  });

  it('after plan changes has the credits of the plan minus those used in the period', async () => {
    const fixture = await newContext(db);
    await charge(fixture, chargeFor(fixture), 50_000);
    await move(fixture, setPeriodCredits, 40_000);
    expect(await readBalance(db, fixture.owner)).toMatchObject({ granted: 40_000, monthly: 0 });
    await move(fixture, setPeriodCredits, 6_000_000);
    expect(await readBalance(db, fixture.owner)).toMatchObject({ granted: 6_000_000, monthly: 5_950_000 });
  });
});

describe('an answer', () => {
  const hold = (fixture: LimitFixture, amount: number, charged = chargeFor(fixture)) =>
    reserveCredits(db, fixture.owner, { ...charged, amount, limit: null }).then(() => charged);

  it('reserves monthly credits first and returns them to the balance they came from', async () => {
    const fixture = await withCredits(300, 500);
    const charged = await hold(fixture, 450);
    expect(await balancesOf(fixture)).toEqual({ monthly: 0, lasting: 350 });
    await releaseCredits(db, fixture.owner, charged);
    await releaseCredits(db, fixture.owner, charged);
    expect(await balancesOf(fixture)).toEqual({ monthly: 300, lasting: 500 });
    await hold(fixture, 450);
    await releaseStaleCredits(db, { isAlone: true });
    expect(await balancesOf(fixture)).toEqual({ monthly: 300, lasting: 500 });
  });

  it('takes the monthly credits first when several are reserved together', async () => {
    const fixture = await withCredits(500, 500);
    const charged = await Promise.all([1, 2, 3, 4].map(() => hold(fixture, 200)));
    expect(await balancesOf(fixture)).toEqual({ monthly: 0, lasting: 200 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 0, lasting: 200 });
    for (const one of charged) await releaseCredits(db, fixture.owner, one);
    expect(await balancesOf(fixture)).toEqual({ monthly: 500, lasting: 500 });
  });

  it('that costs less than reserved leaves the lasting credits untouched where possible', async () => {
    const fixture = await withCredits(300, 500);
    const charged = await hold(fixture, 450);
    await charge(fixture, charged, 320);
    await charge(fixture, charged, 320);
    expect(await balancesOf(fixture)).toEqual({ monthly: 0, lasting: 480 });
  });

  it('that costs more than reserved is charged up to the balance', async () => {
    const fixture = await withCredits(300, 100);
    const charged = await hold(fixture, 250);
    await charge(fixture, charged, 900);
    expect(await balancesOf(fixture)).toEqual({ monthly: 0, lasting: 0 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 0, lasting: 0 });
  });

  it('is refused without a trace when the balance is too low', async () => {
    const fixture = await withCredits(300, 100);
    await expect(hold(fixture, 401)).rejects.toMatchObject({ code: 'limit_credits' });
    expect(await balancesOf(fixture)).toEqual({ monthly: 300, lasting: 100 });
    await hold(fixture, 400);
    await expect(hold(fixture, 1)).rejects.toMatchObject({ code: 'limit_credits' });
  });

  it('is never reserved beyond the balance by concurrent requests', async () => {
    const fixture = await withCredits(1_500, 500);
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, () => hold(fixture, 200)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await balancesOf(fixture)).toEqual({ monthly: 0, lasting: 0 });
    expect(await ledgerOf(fixture)).toEqual({ monthly: 0, lasting: 0 });
  });
});

/** Any event of an account with a few messages, in any order. */
type Step =
  ['reserve' | 'settle', number, number] | ['release', number] | ['stale'] | [keyof typeof moves | 'begin', number];
const message = fc.nat(3);
const credits = fc.integer({ min: 0, max: 900 });
const step = fc.oneof(
  fc.tuple(fc.constantFrom('reserve', 'settle'), message, credits),
  fc.tuple(fc.constant('release'), message),
  fc.tuple(fc.constant('stale')),
  fc.tuple(fc.constantFrom('addLastingCredits', 'addPeriodCredits', 'setPeriodCredits', 'begin'), credits),
) as fc.Arbitrary<Step>;

async function take(fixture: LimitFixture, ids: readonly string[], step: Step): Promise<void> {
  const [what, at = 0, amount = 0] = step;
  const charged = chargeFor(fixture, ids[at]);
  if (what === 'stale') await releaseStaleCredits(db, { isAlone: true });
  else if (what === 'release') await releaseCredits(db, fixture.owner, charged);
  else if (what === 'settle') await charge(fixture, charged, amount);
  else if (what === 'begin') await begin(fixture, at);
  else if (what !== 'reserve') await move(fixture, moves[what], at);
  else {
    const reserving = reserveCredits(db, fixture.owner, { ...charged, amount, limit: null });
    await reserving.catch((error) => expect(error).toMatchObject({ code: 'limit_credits' }));
  }
}

describe('the balance equals the sum of the ledger, monthly and lasting separately', () => {
  const walk = (isConcurrent: boolean) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const fixture = await withCredits(800, 400);
        const ids = Array.from({ length: 4 }, () => randomUUID());
        if (isConcurrent) await Promise.all(steps.map((one) => take(fixture, ids, one)));
        else for (const one of steps) await take(fixture, ids, one);
        expect(await balancesOf(fixture)).toEqual(await ledgerOf(fixture));
      }),
      { numRuns: 30 },
    );

  it('after any sequence', { timeout: 60_000 }, () => walk(false));
  it('after any concurrent events', { timeout: 60_000 }, () => walk(true));
});
