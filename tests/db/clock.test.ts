import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { releaseStaleCredits, reserveCredits } from '../../src/server/billing/credits.ts';
import { endAbandonedCalls } from '../../src/server/billing/idempotent-calls.ts';
import { retryParked } from '../../src/server/billing/webhooks.ts';
import { noteRefused } from '../../src/server/chat/origins.ts';
import { queueMessageMail } from '../../src/server/chat/visitor-messages/mail-messages.ts';
import { findDueSyncs } from '../../src/server/db/due-work.ts';
import { claimKey, storeAnswer, sweepIdempotencyKeys } from '../../src/server/db/idempotency-keys.ts';
import { findWidgetContext } from '../../src/server/db/platform.ts';
import { countCall } from '../../src/server/db/rate-counters.ts';
import { tenant, withPlatform, withTenant } from '../../src/server/db/tenant.ts';
import { requestCode } from '../../src/server/identity/requested-codes.ts';
import { addJob, claimJobs, type Job, postponeJob, resumeJobs } from '../../src/server/jobs/queue.ts';
import { type Caller, PASSWORD, startServer, type TestServer } from '../support/server.ts';

/* What the clock of the machine was ahead at, or behind, must neither lock anybody out nor keep work waiting. */

/** More milliseconds than an integer of the database holds. */
const DAYS = 40;
let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  // Its worker would claim the jobs, too.
  server = await startServer({ worker: false });
  owner = await server.signUp();
});
afterAll(() => server.close());

const query = async <T = any>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.services.db.pool.query(text, values)).rows;

/** Moves everything that is stored, as if it had been stored by a clock that was so many days ahead. */
async function shiftAll(days: number): Promise<void> {
  const columns = await query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'`,
  );
  for (const [table, all] of Map.groupBy(columns, (one) => one.table)) {
    const changes = all!.map(({ column }) => `"${column}" = "${column}" + make_interval(days => ${days})`);
    await query(`update "${table}" set ${changes.join()}`);
  }
}

/** Runs `work` while the clock is `days` ahead, and then sets the clock right. */
async function whileAhead<T>(work: () => Promise<T>, days = DAYS): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
    await shiftAll(days);
  }
}

const asOwner = () => tenant(owner.accountId, 'all');
const claim = (kind: string) => claimJobs(server.services.db, { kinds: [kind] });
/** Claims again while other claims hold the account's turn. */
async function claimOne(kind: string): Promise<Job> {
  for (;;) {
    const [job] = await claim(kind);
    if (job) return job;
  }
}
async function queueJob(kind: string, accountId = owner.accountId): Promise<void> {
  await withPlatform(server.services.db, (tx) => addJob(tx, { accountId, kind, subjectId: randomUUID() }));
}

describe.each([
  { what: 'was ahead', days: DAYS },
  { what: 'was behind', days: -DAYS },
])('after the clock $what', ({ days }) => {
  const meanwhile = <T>(work: () => Promise<T>) => whileAhead(work, days);

  it('a rate limit starts a new window', async () => {
    const key = randomUUID();
    const count = () => countCall(server.services.db, key, 60_000);
    await meanwhile(async () => {
      await count();
      expect((await count()).current).toBe(2);
    });
    const { current, ttl } = await count();
    expect(current).toBe(1);
    expect(ttl).toBeLessThanOrEqual(60_000);
    expect((await count()).current).toBe(2);
  });

  it('wrong passwords of that time do not count', async () => {
    const person = await server.signUp();
    const signIn = async (password: string) =>
      (await server.call({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password } }))
        .status;
    await meanwhile(async () => {
      while ((await signIn('Errada#123')) !== 429);
    });
    expect(await signIn(PASSWORD)).toBe(200);
  });

  it('a new code can be requested', async () => {
    const { db, key } = server.services;
    const requester = { email: `${randomUUID()}@empresa.com.br`, ip: '203.0.113.9' };
    const request = () => withPlatform(db, (tx) => requestCode(tx, key, requester));
    await meanwhile(async () => {
      expect(await request()).toBe(0);
      expect(await request()).toBeGreaterThan(0);
    });
    expect(await request()).toBe(0);
  });

  it('an old refresh token is not valid again', async () => {
    const person = await server.signUp();
    const refresh = (token: string) =>
      server.call({ method: 'GET', url: '/api/sessions/refresh', headers: { 'refresh-token': token } });
    const { refreshToken } = person.tokens;
    expect((await refresh(refreshToken)).status).toBe(200);
    await shiftAll(days);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('a job whose process died is claimed again, and a failed one is retried', async () => {
    const kind = `kind-${randomUUID()}`;
    await meanwhile(async () => {
      await queueJob(kind);
      await resumeJobs(server.services.db);
      await claimOne(kind);
      expect(await claim(kind)).toHaveLength(0);
    });
    await resumeJobs(server.services.db);
    const job = await claimOne(kind);
    await meanwhile(() => postponeJob(server.services.db, job, 'failed'));
    await resumeJobs(server.services.db);
    const [{ seconds }] = await query(
      'select extract(epoch from run_at - now())::float8 as seconds from jobs where kind = $1',
      kind,
    );
    expect(seconds).toBeLessThanOrEqual(15);
  });

  it('accounts take turns', async () => {
    const other = await server.signUp();
    const kind = `kind-${randomUUID()}`;
    const accounts = [owner.accountId, other.accountId];
    for (const accountId of accounts) for (let n = 0; n < 2; n += 1) await queueJob(kind, accountId);
    const served: string[] = [];
    await meanwhile(async () => {
      await query('delete from job_turns');
      served.push((await claimOne(kind)).accountId);
    });
    await query('update jobs set run_at = now(), lease_until = null where kind = $1', kind);
    for (let n = 0; n < 2; n += 1) served.push((await claimOne(kind)).accountId);
    // Whoever was served last at that time is not behind the others for ever.
    expect(new Set(served.slice(1, 3))).toEqual(new Set(accounts));
  });

  it('reserved credits are released', async () => {
    const { db } = server.services;
    const { periodStart } = (await findWidgetContext(db, owner.contextId))!;
    const charged = { contextId: owner.contextId, answerId: randomUUID(), periodStart };
    await meanwhile(() => reserveCredits(db, asOwner(), { ...charged, amount: 500, limit: null }));
    expect(await releaseStaleCredits(db)).toBe(1);
    expect(await releaseStaleCredits(db)).toBe(0);
  });

  it('an idempotency key is not in use by a call of that time', async () => {
    const key = randomUUID();
    const claimed = () => claimKey(server.services.db, asOwner(), key, 'digest');
    await meanwhile(async () => {
      expect(await claimed()).toBeNull();
      expect(await claimed()).toMatchObject({ isUnfinished: false });
    });
    // A key of a clock that was behind has already expired.
    expect((await claimed())?.isUnfinished ?? true).toBe(true);
  });

  it.runIf(days > 0)('an answer stored at that time is kept, so that the call is not carried out twice', async () => {
    const key = randomUUID();
    const claimed = () => claimKey(server.services.db, asOwner(), key, 'digest');
    await meanwhile(async () => {
      await claimed();
      await storeAnswer(server.services.db, asOwner(), key, { status: 201, answer: 'answer' });
    });
    await sweepIdempotencyKeys(server.services.db);
    expect(await claimed()).toMatchObject({ status: 201, answer: 'answer' });
  });

  it('abandoned calls and parked events of the payment gateway are tried again', async () => {
    const stored = await server.signUp();
    const answer = JSON.stringify({ kind: 'cancel' });
    const event = randomUUID();
    await meanwhile(async () => {
      await query(
        `insert into idempotent_calls (account_id, key, digest, answer) values ($1, $2, 'x', $3)`,
        ...[stored.accountId, randomUUID(), answer],
      );
      await query(
        `insert into gateway_events (gateway, id, type, state, payload, next_try_at)
         values ('sandbox', $1, 'x', 'parked', $2, now() + interval '1 minute')`,
        ...[event, JSON.stringify({ id: event, type: 'x' })],
      );
    });
    await endAbandonedCalls(server.services).catch(() => undefined);
    await retryParked(server.services).catch(() => undefined);
    expect(
      await query('select 1 from idempotent_calls where account_id = $1 and status is null', stored.accountId),
    ).toEqual([]);
    const [{ attempts }] = await query('select attempts from gateway_events where id = $1', event);
    expect(attempts).toBe(1);
  });

  it('the email about messages waits ten minutes at most', async () => {
    const { db } = server.services;
    const { accountId, contextId } = await server.signUp();
    await meanwhile(() =>
      query(
        `insert into visitor_messages (account_id, id, context_id, name, email, question, visitor_hash, type, consent_text, consent_version, notified_at)
         values ($1, $2, $3, 'Ana', 'ana@empresa.com.br', 'Oi?', 'x', 'widget', 'x', '1', now())`,
        ...[accountId, randomUUID(), contextId],
      ),
    );
    await withTenant(db, tenant(accountId, 'all'), (tx) => queueMessageMail(tx, accountId, contextId));
    const [{ seconds }] = await query(
      `select extract(epoch from run_at - now())::float8 as seconds from jobs where account_id = $1 and kind = 'message-mail'`,
      accountId,
    );
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('the use of keys and sites and weekly syncs go on', async () => {
    const { db } = server.services;
    const context = (await findWidgetContext(db, owner.contextId))!;
    const url = 'https://www.empresa.com.br/';
    await meanwhile(async () => {
      await noteRefused(db, context, 'https://a.com.br');
      await query('delete from contents where account_id = $1', owner.accountId);
      await query(
        `insert into contents (account_id, id, context_id, type, format, title, url, status, weekly_sync, synced_at)
         values ($1, $2, $3, 'LINK', 'html', 'x', $4, 'done', true, now())`,
        ...[owner.accountId, randomUUID(), owner.contextId, url],
      );
    });
    await noteRefused(db, context, 'https://b.com.br');
    expect(await query('select refused_origin from contexts where id = $1', owner.contextId)).toEqual([
      { refused_origin: 'https://b.com.br' },
    ]);
    const due = await findDueSyncs(db, { anAccount: 5, limit: 5 });
    expect(due.filter(({ accountId }) => accountId === owner.accountId)).toHaveLength(1);
  });
});

it.each([
  { who: 'several processes', dbOf: () => ({ ...server.services.db }) },
  { who: 'one process', dbOf: () => server.services.db },
])('gives each of the calls that $who count at once a number of its own', async ({ dbOf }) => {
  const key = randomUUID();
  const counts = await Promise.all(Array.from({ length: 20 }, () => countCall(dbOf(), key, 60_000)));
  expect(counts.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
});
