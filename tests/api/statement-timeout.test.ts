import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenant, withStatementTimeout, withTenant } from '../../src/server/db/tenant.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
const TIMEOUT_MS = 1_500;

beforeAll(async () => {
  server = await startServer({ worker: true, statementTimeoutMs: TIMEOUT_MS });
  owner = await server.signUp();
  // Inserting a hyperlink with this word takes much longer than a request may take.
  await server.services.db.pool.query(`create function dawdle() returns trigger language plpgsql as
      $$ begin if new.word = 'devagar' then perform pg_sleep(60); end if; return new; end $$`);
  await server.services.db.pool.query(
    'create trigger dawdle before insert on hyperlinks for each row execute function dawdle()',
  );
});
afterAll(() => server.close());

const link = (word: string) =>
  owner.post('/hyperlinks', { contextId: owner.contextId, word, link: 'https://a.com.br', caseSensitive: false });

describe('a statement that takes too long', () => {
  it('returns 503 with a retry time, leaves nothing behind and blocks nobody for long', async () => {
    expect((await link('antes')).status).toBe(201);
    const slow = await link('devagar');
    expect([slow.status, slow.headers['retry-after']]).toEqual([503, '5']);
    expect(slow.body).toMatchObject({ code: expect.stringMatching(/^database_(timeout|unavailable)$/) });
    // The embedded database was restarted and keeps what was acknowledged before.
    const words = await until(async () => {
      const { status, body } = await owner.get(`/hyperlinks?contextId=${owner.contextId}`);
      return status === 200 && body.data.map(({ word }: { word: string }) => word);
    });
    expect(words).toEqual(['antes']);
    expect((await link('depois')).status).toBe(201);
  });

  it('has a longer timeout in jobs on PostgreSQL', async ({ skip }) => {
    const { db } = server.services;
    if (db.kind === 'embedded') skip();
    const sleep = (ms: number) =>
      withTenant(withStatementTimeout(db, ms), tenant(owner.accountId, 'all'), (tx) =>
        tx.execute(sql`select pg_sleep(${(TIMEOUT_MS + 500) / 1_000}::float8)`),
      );
    await sleep(10_000);
    await expect(sleep(50)).rejects.toMatchObject({ code: 'database_timeout' });
  });
});
