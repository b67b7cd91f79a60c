import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { reserveInteraction } from '../../src/server/chat/limits/admit.ts';
import { saveLimits } from '../../src/server/chat/limits/settings.ts';
import { sweepCounters } from '../../src/server/chat/limits/sweep.ts';
import { connectDatabase } from '../../src/server/db/connect.ts';
import type { WidgetContext } from '../../src/server/db/platform.ts';
import { type Db, openOrm } from '../../src/server/db/tenant.ts';
import { ApiError } from '../../src/server/runtime/api-error.ts';
import type { Services } from '../../src/server/runtime/services.ts';
import { QUESTIONS_PER_MINUTE } from '../../src/shared/constants.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { countersOf, newContext, openLimitFixture, reread } from './limits-fixture.ts';

let server: TestServer;
let db: Db;
/** A second pool on the same database, like another process. */
let other: Services;
beforeAll(async () => {
  server = await startServer({ worker: false });
  db = server.services.db;
  other = { ...server.services, db: openOrm(db.kind, new pg.Pool(db.pool.options)) };
});
afterAll(async () => {
  await other.db.pool.end();
  await server.close();
});

const NOON = new Date('2026-11-21T15:00:10Z');
const ask = (context: WidgetContext, ip = '203.0.113.7', now = NOON, services: Services = server.services) =>
  reserveInteraction(services, context, { ip, now });
const refusalOf = (attempt: Promise<unknown>): Promise<ApiError> =>
  attempt.then(
    () => expect.fail('was let in'),
    (error) => {
      if (!(error instanceof ApiError)) throw error;
      return error;
    },
  );

describe('a question', () => {
  it('is counted per minute and address, per day and per month', async () => {
    const { context } = await newContext(db);
    expect((await ask(context)).used).toEqual({ daily: 1, monthly: 1, at: NOON });
    await ask(context, '203.0.113.8', new Date('2026-11-22T02:59:00Z'));
    const { used } = await ask(context, '203.0.113.7', new Date('2026-11-22T03:00:00Z'));
    expect(used).toMatchObject({ daily: 1, monthly: 3 });
    const { rows } = await db.pool.query(
      'select kind, bucket, used from usage_counters where context_id = $1 order by kind, bucket',
      [context.contextId],
    );
    expect(rows.filter(({ kind }) => kind !== 'minute')).toEqual([
      { kind: 'daily', bucket: '2026-11-21', used: 2 },
      { kind: 'daily', bucket: '2026-11-22', used: 1 },
      { kind: 'monthly', bucket: '2026-11', used: 3 },
    ]);
    expect(rows.filter(({ kind }) => kind === 'minute').map(({ used: one }) => one)).toEqual([1, 1, 1]);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });

  it('is limited to the default per minute and address when no limits are set', async () => {
    const { context } = await newContext(db);
    for (let n = 0; n < QUESTIONS_PER_MINUTE; n += 1) await ask(context);
    const refusal = await refusalOf(ask(context));
    expect(refusal.code).toBe('limit_minute');
    expect(refusal.retryAfter).toBe(50);
    await ask(context, '203.0.113.8');
    await ask(context, '203.0.113.7', new Date(NOON.getTime() + 50_000));
  });

  it('from any address of an IPv6 /64 counts for the same visitor', async () => {
    const { context } = await newContext(db, { perMinute: 2 });
    await ask(context, '2001:db8:1:2::1');
    await ask(context, '2001:db8:1:2::2');
    expect((await refusalOf(ask(context, '2001:db8:1:2:3::4'))).code).toBe('limit_minute');
    await ask(context, '2001:db8:1:3::1');
  });

  it('that one limit refuses is not counted by the others', async () => {
    const { context } = await newContext(db, { daily: 2, monthly: 50 });
    for (let n = 0; n < 2; n += 1) await ask(context);
    for (let n = 0; n < 3; n += 1) expect((await refusalOf(ask(context))).code).toBe('limit_daily');
    expect(await countersOf(db, context)).toEqual({ minute: 2, daily: 2, monthly: 2 });
  });

  it("is refused with the owner's message and retry time of the limit with the longest wait", async () => {
    const messages = { ...openLimitFixture.messages, daily: 'Por hoje é só!', monthly: 'Até o mês que vem!' };
    const { context, owner } = await newContext(db, { perMinute: 1, daily: 1, monthly: 2, messages });
    await ask(context);
    const daily = await refusalOf(ask(context));
    expect([daily.code, daily.sentence, daily.retryAfter]).toEqual(['limit_daily', 'Por hoje é só!', 12 * 3600 - 10]);
    await ask(context, '203.0.113.9', new Date('2026-11-22T15:00:00Z'));
    const monthly = await refusalOf(ask(context));
    expect([monthly.code, monthly.sentence]).toEqual(['limit_monthly', 'Até o mês que vem!']);
    expect(monthly.retryAfter).toBe((9 * 24 + 12) * 3600 - 10);
    await saveLimits(db, owner, { ...openLimitFixture, daily: 100, monthly: 100 }, context.contextId);
    await ask(await reread(db, context));
  });

  it('is refused during a pause without being counted', async () => {
    const deactivatedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const messages = { ...openLimitFixture.messages, deactivated: 'Estamos de férias.' };
    const { context } = await newContext(db, { deactivatedUntil, messages });
    const refusal = await refusalOf(ask(context, '203.0.113.7', new Date(Date.parse(deactivatedUntil) - 90_000)));
    expect([refusal.code, refusal.sentence, refusal.retryAfter]).toEqual([
      'chat_deactivated',
      'Estamos de férias.',
      90,
    ]);
    expect(await countersOf(db, context)).toEqual({});
    await ask(context, '203.0.113.7', new Date(deactivatedUntil));
  });

  it('without an answer is uncounted once, except from its minute', async () => {
    const { context } = await newContext(db, { perMinute: 3, daily: 3 });
    await ask(context);
    const { release } = await ask(context);
    await release();
    await release();
    expect(await countersOf(db, context)).toEqual({ minute: 2, daily: 1, monthly: 1 });
  });
});

describe('concurrent processes', () => {
  it.each([
    ['daily', { daily: 10 }],
    ['monthly', { monthly: 10 }],
    ['minute', { perMinute: 10 }],
  ] as const)('never exceed a limit together: %s', async (kind, limits) => {
    const { context } = await newContext(db, limits);
    const attempts = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => ask(context, '203.0.113.7', NOON, n % 2 ? other : server.services)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const codes = attempts.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : []));
    expect(new Set(codes)).toEqual(new Set([`limit_${kind}`]));
    expect(await countersOf(db, context)).toEqual({ minute: 10, daily: 10, monthly: 10 });
  });

  it('may uncount questions while others are counted', async () => {
    const { context } = await newContext(db);
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const { release } = await ask(context, `203.0.113.${n}`, NOON, n % 2 ? other : server.services);
        if (n % 3 === 0) await release();
      }),
    );
    expect(await countersOf(db, context)).toMatchObject({ daily: 20, monthly: 20 });
  });
});

it('keeps the counters after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-limits-'));
  const dataDir = join(folder, 'data');
  const isEmbedded = inject('postgresUrl') === '';
  if (isEmbedded) cpSync(inject('templateDir'), dataDir, { recursive: true });
  const databaseUrl = isEmbedded ? undefined : db.pool.options.connectionString;
  const openAgain = async () => {
    const database = await connectDatabase({ dataDir, databaseUrl });
    return { database, services: { ...server.services, db: openOrm(database.kind, database.pool) } };
  };
  try {
    const before = await openAgain();
    const { context } = await newContext(before.services.db, { daily: 3 });
    for (let n = 0; n < 2; n += 1) await ask(context, '203.0.113.7', NOON, before.services);
    await before.database.close();
    const after = await openAgain();
    const same = await reread(after.services.db, context);
    expect((await ask(same, '203.0.113.7', NOON, after.services)).used.daily).toBe(3);
    expect((await refusalOf(ask(same, '203.0.113.7', NOON, after.services))).code).toBe('limit_daily');
    await after.database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('deletes counters that are no longer needed', async () => {
  const { context } = await newContext(db);
  const yesterday = new Date(Date.now() - 30 * 3_600_000);
  await ask(context, '203.0.113.7', yesterday);
  await ask(context, '203.0.113.7', new Date());
  const before = await countersOf(db, context);
  expect(before.minute).toBe(2);
  expect(await sweepCounters(db)).toBeGreaterThan(0);
  const after = await countersOf(db, context);
  expect(after.minute).toBe(1);
  // Yesterday's counter may still be decremented, and the monthly one is in use.
  expect(after.monthly).toBeGreaterThanOrEqual(1);
  expect(await sweepCounters(db)).toBe(0);
});
