import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resources } from '../../resources/index.ts';
import type * as scopeModule from '../../src/server/resource/scope.ts';
import { readOperations, requestFor, send } from '../support/operations.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';
import { digestOf, fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

/** Disables the application's own tenant predicate, so that only row-level security protects the rows. */
const calls = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/server/resource/scope.ts', async (importOriginal) => {
  const original = await importOriginal<typeof scopeModule>();
  const { and, sql: open } = await import('drizzle-orm');
  const everything = () => {
    calls.count += 1;
    return open`true`;
  };
  const visibleRows: typeof original.visibleRows = ({ resource, where }) =>
    resource.scope === 'platform' ? where : and(everything(), where);
  return { ...original, rowsOf: everything, rowsIn: everything, visibleRows, assertContext: () => undefined };
});

let server: TestServer;
let victim: FullTenant;
let stranger: Caller;
beforeAll(async () => {
  server = await startServer();
  victim = await fillTenant(server);
  stranger = await server.signUp();
});
afterAll(() => server.close());

/** Resources that use this predicate to list, show, change and delete rows. */
const ENGINE = new Set([...resources.filter(({ scope }) => scope !== 'platform').map(({ name }) => name), 'limits']);

it("finds nothing of another account without the application's own predicate", { timeout: 60_000 }, async () => {
  const operations = (await readOperations(server)).filter(
    // A demo link is public for everyone who has it.
    ({ resource, isPublic }) => ENGINE.has(resource) && !isPublic,
  );
  const before = await digestOf(server, victim.caller.accountId);
  const headers = { authorization: `Bearer ${stranger.tokens.accessToken}` };
  for (const operation of operations) {
    const { status, text } = await send(server, requestFor(operation, valuesReferringTo(victim, operation), headers));
    const where = `${operation.id}: ${status} ${text.slice(0, 300)}`;
    expect(text, where).not.toContain(victim.marker);
    expect(status, where).not.toBe(500);
  }
  expect(await digestOf(server, victim.caller.accountId)).toBe(before);
  expect(operations.length).toBeGreaterThan(20);
});

it('proves that the predicate is disabled: a query without row-level security returns all accounts', async () => {
  const earlier = calls.count;
  const { body } = await victim.caller.get('/users?limit=100');
  expect(body.total).toBeGreaterThan(1);
  expect(calls.count).toBeGreaterThan(earlier);
  const { rowsOf } = await import('../../src/server/resource/scope.ts');
  const unguarded = await server.services.db.orm.execute(
    sql`select count(distinct account_id)::int as n from users where ${rowsOf({} as never, {} as never)}`,
  );
  expect(unguarded.rows[0]?.n).toBeGreaterThan(1);
});
