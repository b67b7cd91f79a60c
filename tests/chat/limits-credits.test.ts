import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  chargeStatements,
  creditPeriod,
  releaseCredits,
  releaseStaleCredits,
  RENEW_MS,
  reserveCredits,
} from '../../src/server/billing/credits.ts';
import type { WidgetContext } from '../../src/server/db/platform.ts';
import { type Db, type Tenant, withTenant } from '../../src/server/db/tenant.ts';
import { RELEASE_EVERY_MS } from '../../src/server/periodic-tasks.ts';
import { type SharedServer, sharedServer } from '../support/server.ts';
import { countersOf, type LimitFixture, newContext } from './limits-fixture.ts';

let server: SharedServer;
let db: Db;
beforeAll(async () => {
  server = await sharedServer();
  db = server.services.db;
});

const charge = (owner: Tenant, charged: Parameters<typeof releaseCredits>[2], cost: number) =>
  withTenant(db, owner, async (tx) => {
    for (const statement of chargeStatements(owner.accountId, { ...charged, cost })) await tx.execute(statement);
  });
const chargeFor = ({ contextId, periodStart }: WidgetContext, answerId: string = randomUUID()) => ({
  contextId,
  answerId,
  periodStart,
});

interface Entry {
  amount: number;
  isSettled: boolean;
}
async function ledgerOf({ contextId }: WidgetContext): Promise<Entry[]> {
  const { rows } = await db.pool.query<Entry>(
    `select amount, settled_at is not null as "isSettled" from credit_entries where context_id = $1 order by cause`,
    [contextId],
  );
  return rows;
}
const usedOf = async (context: WidgetContext) => (await countersOf(db, context)).credits ?? 0;

/** Makes the context's reservations older, like those of a process that died. */
const age = ({ contextId }: WidgetContext, minutes: number) =>
  db.pool.query(
    `update credit_entries set created_at = created_at - make_interval(secs => $2 * 60.0),
       held_until = held_until - make_interval(secs => $2 * 60.0)
     where context_id = $1 and settled_at is null`,
    [contextId, minutes],
  );

describe('an answer', () => {
  it('reserves its estimate and is charged its real cost', async () => {
    const { context, owner } = await newContext(db);
    const charged = chargeFor(context);
    await reserveCredits(db, owner, { ...charged, amount: 500, limit: null });
    expect(await ledgerOf(context)).toEqual([{ amount: -500, isSettled: false }]);
    expect(await usedOf(context)).toBe(500);
    await charge(owner, charged, 320);
    await charge(owner, charged, 320);
    await charge(owner, charged, 200);
    expect(await ledgerOf(context)).toEqual([{ amount: -320, isSettled: true }]);
    expect(await usedOf(context)).toBe(320);
    await releaseCredits(db, owner, charged);
    expect(await usedOf(context)).toBe(320);
    // The first charge was for a cut answer. When the complete answer costs more, the higher cost counts.
    await charge(owner, charged, 480);
    expect(await ledgerOf(context)).toEqual([{ amount: -480, isSettled: true }]);
    expect(await usedOf(context)).toBe(480);
  });

  it('may cost more than reserved, nothing, or have no reservation', async () => {
    const { context, owner } = await newContext(db);
    const [more, nothing, unheld, idle] = [
      chargeFor(context),
      chargeFor(context),
      chargeFor(context),
      chargeFor(context),
    ];
    await reserveCredits(db, owner, { ...more, amount: 100, limit: 150 });
    await charge(owner, more, 260);
    await reserveCredits(db, owner, { ...nothing, amount: 100, limit: null });
    await charge(owner, nothing, 0);
    await charge(owner, unheld, 40);
    await charge(owner, idle, 0);
    expect((await ledgerOf(context)).map(({ amount }) => amount).sort()).toEqual([-260, -40]);
    expect(await usedOf(context)).toBe(300);
  });

  it('is refused without a trace when the period has too few credits left', async () => {
    const { context, owner } = await newContext(db);
    const reserve = (amount: number) => reserveCredits(db, owner, { ...chargeFor(context), amount, limit: 500 });
    await expect(reserve(501)).rejects.toMatchObject({ code: 'limit_credits' });
    expect(await countersOf(db, context)).toEqual({});
    await reserve(400);
    await expect(reserve(101)).rejects.toMatchObject({ code: 'limit_credits' });
    await reserve(100);
    expect(await ledgerOf(context)).toHaveLength(2);
    expect(await usedOf(context)).toBe(500);
    const next = { ...chargeFor(context), periodStart: new Date(Date.now() + 1_000) };
    await reserveCredits(db, owner, { ...next, amount: 500, limit: 500 });
  });

  it('is reserved once for concurrent requests', async () => {
    const { context, owner } = await newContext(db);
    const charged = chargeFor(context);
    await Promise.all([1, 2, 3].map(() => reserveCredits(db, owner, { ...charged, amount: 200, limit: null })));
    expect(await usedOf(context)).toBe(200);
    await Promise.all([1, 2, 3].map(() => charge(owner, charged, 150)));
    expect(await usedOf(context)).toBe(150);
  });

  it('is also counted without a plan', async () => {
    const { context, owner } = await newContext(db);
    const charged = { ...chargeFor(context), periodStart: null };
    await reserveCredits(db, owner, { ...charged, amount: 200, limit: 200 });
    expect(creditPeriod(null)).toBe('month');
    expect(await releaseStaleCredits(db, { isAlone: true })).toBeGreaterThan(0);
    expect(await usedOf(context)).toBe(0);
  });
});

it('never reserves beyond the limit with concurrent answers', async () => {
  const { context, owner } = await newContext(db);
  const reserved = await Promise.allSettled(
    Array.from({ length: 40 }, () => reserveCredits(db, owner, { ...chargeFor(context), amount: 200, limit: 2_000 })),
  );
  expect(reserved.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await ledgerOf(context)).toHaveLength(10);
  expect(await usedOf(context)).toBe(2_000);
});

describe('reservations of a dead process', () => {
  it('are released for every account in their own period when they are not renewed', async () => {
    const [one, two] = [await newContext(db), await newContext(db)];
    const old = { ...one, context: { ...one.context, periodStart: new Date(Date.now() - 40 * 86_400_000) } };
    const hold = ({ context, owner }: LimitFixture) =>
      reserveCredits(db, owner, { ...chargeFor(context), amount: 200, limit: null });
    for (const each of [old, two]) await hold(each);
    await age(one.context, 39 * 24 * 60);
    await age(two.context, 11);
    await db.pool.query(`update usage_counters set bucket = $2 where context_id = $1`, [
      two.context.contextId,
      new Date(Date.now() - 86_400_000).toISOString(),
    ]);
    for (const each of [one, two]) await hold(each);
    expect(await releaseStaleCredits(db)).toBe(2);
    expect(await releaseStaleCredits(db)).toBe(0);
    const { rows } = await db.pool.query(
      `select used from usage_counters where context_id = $1 and kind = 'credits' order by bucket`,
      [one.context.contextId],
    );
    expect(rows.map(({ used }) => used)).toEqual([0, 200]);
    expect(await usedOf(two.context)).toBe(200);
    expect(await ledgerOf(two.context)).toEqual([{ amount: -200, isSettled: false }]);
  });

  it('are released within a minute of its death, but not while it lives', async () => {
    const { context, owner } = await newContext(db);
    await reserveCredits(db, owner, { ...chargeFor(context), amount: 200, limit: null });
    // Just renewed: a streaming answer renews its reservation before this time is over.
    await age(context, RENEW_MS / 60_000);
    await releaseStaleCredits(db);
    expect(await ledgerOf(context)).toEqual([{ amount: -200, isSettled: false }]);
    // So old that the next check, at most RELEASE_EVERY_MS later, is still within the minute.
    await age(context, (60_000 - RELEASE_EVERY_MS - RENEW_MS) / 60_000);
    await releaseStaleCredits(db);
    expect(await ledgerOf(context)).toEqual([]);
  });

  it('are charged after all when the answer arrives late', async () => {
    const { context, owner } = await newContext(db);
    const charged = chargeFor(context);
    await reserveCredits(db, owner, { ...charged, amount: 200, limit: null });
    expect(await releaseStaleCredits(db, { isAlone: true })).toBeGreaterThan(0);
    expect(await usedOf(context)).toBe(0);
    await charge(owner, charged, 170);
    expect(await usedOf(context)).toBe(170);
    expect(await releaseStaleCredits(db, { isAlone: true })).toBe(0);
  });
});

/** Any event of a few messages, in any order. */
type Step = ['reserve' | 'settle', number, number] | ['release', number] | ['stale'];
const message = fc.nat(3);
const step = fc.oneof(
  fc.tuple(fc.constant('reserve' as const), message, fc.integer({ min: 0, max: 900 })),
  fc.tuple(fc.constant('settle' as const), message, fc.integer({ min: 0, max: 900 })),
  fc.tuple(fc.constant('release' as const), message),
  fc.tuple(fc.constant('stale' as const)),
) as fc.Arbitrary<Step>;

describe('the counter and the ledger agree', () => {
  const LIMIT = 2_500;
  async function take({ context, owner }: LimitFixture, ids: readonly string[], [what, ...given]: Step): Promise<void> {
    if (what === 'stale') return void (await releaseStaleCredits(db, { isAlone: true }));
    const [at = 0, amount = 0] = given;
    const charged = chargeFor(context, ids[at]);
    if (what === 'release') await releaseCredits(db, owner, charged);
    if (what === 'settle') await charge(owner, charged, amount);
    if (what === 'reserve') {
      await reserveCredits(db, owner, { ...charged, amount, limit: LIMIT }).catch((error) =>
        expect(error).toMatchObject({ code: 'limit_credits' }),
      );
    }
  }
  const expectAgreement = async ({ context }: LimitFixture) => {
    const charged = (await ledgerOf(context)).reduce((sum, { amount }) => sum - amount, 0);
    expect(await usedOf(context)).toBe(charged);
  };

  it('after each step of any sequence', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const fixture = await newContext(db);
        const ids = Array.from({ length: 4 }, () => randomUUID());
        for (const one of steps) {
          await take(fixture, ids, one);
          await expectAgreement(fixture);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('after any concurrent steps', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const fixture = await newContext(db);
        const ids = Array.from({ length: 4 }, () => randomUUID());
        await Promise.all(steps.map((one) => take(fixture, ids, one)));
        await expectAgreement(fixture);
      }),
      { numRuns: 25 },
    );
  });
});
