import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { everyTable as all } from '../../src/server/db/every-table.ts';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { type Operation, readOperations, requestFor, send } from '../support/operations.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { aimAt, digestOf, fillTenant, type FullTenant } from '../support/tenants.ts';

let server: TestServer;
let operations: Operation[];
let stranger: Caller;
beforeAll(async () => {
  server = await startServer();
  operations = await readOperations(server);
  stranger = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
});
afterAll(() => server.close());

/** Open to any visitor by their nature; what of them is somebody's own is asked for with another visitor's token. */
const OPEN_TO_ANYONE = new Set(['showWidget', 'showInvitation', 'acceptInvitation', 'openDemoLink']);
/** Things of the platform, which no account owns. */
const PLATFORM_THINGS = new Set(
  [
    'models model-choice general-settings queue platform-audit-log policy plans plan-catalogue pack-catalogue',
    'sandbox sandbox-clock webhooks gateway-events usage-figures billing-figures staff',
  ].flatMap((names) => names.split(' ')),
);
/** What staff do with accounts: to everybody else these calls are closed. */
const STAFF_THINGS = new Set(['accounts', 'account-credits', 'impersonation', 'billing-events']);
/** Whoever holds a letter stops it; insight-weekly.test.ts forges their links. */
const LETTERS = '/weekly-mail/stop/';
/** Calls about nobody's rows, or only about the caller's own session, are left out. */
const isAboutRows = ({ isPublic, path, resource }: Operation) =>
  !PLATFORM_THINGS.has(resource) &&
  (!isPublic || path.includes('{')) &&
  !path.startsWith('/auth/social/') &&
  !path.startsWith(LETTERS);

/** What an operation answers its owner when it works. */
const works = (status: number) => status >= 200 && status < 300;

async function sessionOf(caller: Caller): Promise<Record<string, string>> {
  return { authorization: `Bearer ${caller.tokens.accessToken}` };
}

/** Waits for what earlier calls have set going in an account, or soon will: it would look like a change by whoever asks next. */
const settle = ({ caller }: FullTenant) =>
  until(async () => {
    const { rows } = await server.services.db.pool.query(
      `update jobs set run_at = least(run_at, now()) where account_id = $1 and state = 'waiting'
       and (run_at <= now() + interval '2 seconds' or lease_until > now()) returning id`,
      [caller.accountId],
    );
    if (rows.length > 0) server.services.wake();
    return rows.length === 0;
  });

/** Sees to it that an answer to an outsider tells and changes nothing. */
async function expectNoLeak(
  victim: FullTenant,
  operation: Operation,
  outsider: Caller,
  headers: Record<string, string>,
) {
  // What a colleague takes away is written down as theirs, however little it is.
  const isOwnExport = operation.action === 'export' && outsider.accountId === victim.caller.accountId;
  const digest = async () => {
    const lines = (await digestOf(server, victim.caller.accountId)).split('\n');
    return lines.filter((line) => !isOwnExport || !line.startsWith('audit_entries:')).join('\n');
  };
  const before = await digest();
  const aimed = aimAt(victim, operation);
  const given = operation.isPublic
    ? { ...aimed, visitorToken: 'um-outro-visitante', 'visitor-token': 'um-outro-visitante' }
    : aimed;
  const answer = await send(server, requestFor(operation, given, headers));
  const where = `${operation.id} by ${outsider.email}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.text, where).not.toContain(victim.marker);
  for (const id of Object.values(victim.ids)) expect(answer.text, where).not.toContain(id);
  expect(await digest(), where).toBe(before);
  if (operation.path.includes('{')) expect([403, 404], where).toContain(answer.status);
  else if (operation.method !== 'GET') expect(answer.status, where).not.toBe(500);
}

describe('every operation', () => {
  it('is here', () => {
    expect(operations.filter(isAboutRows).length).toBeGreaterThan(30);
    expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length);
  });

  it(
    'tells another account nothing, changes nothing of it, and works for its owner',
    { timeout: 240_000 },
    async () => {
      let victim = await fillTenant(server);
      /** What an outsider learns, and whether the same call works for its owner: so it was a call, not a mistake. */
      const askBoth = async (operation: Operation): Promise<string | null> => {
        const outsider = await sessionOf(stranger);
        await settle(victim);
        if (!OPEN_TO_ANYONE.has(operation.id)) {
          await expectNoLeak(victim, operation, stranger, operation.isPublic ? {} : outsider);
        }
        const isStaff = STAFF_THINGS.has(operation.resource);
        const owner = isStaff ? await server.as(victim.caller, 'WM_ADMIN') : victim.caller;
        const given = { ...aimAt(victim, operation), ...(isStaff ? { 'path.id': owner.accountId } : {}) };
        const answer = await send(server, requestFor(operation, given, await sessionOf(owner)));
        // A content that is trained already is not tried again: the one refusal that an owner gets.
        const isBusy = operation.action === 'retry' && answer.body?.code === 'content_busy';
        // What a subscription may do depends on its state, and limits on the version that was read, which no one call here brings about.
        const isOutOfTurn = ['subscription', 'credit-limits'].includes(operation.resource) && answer.status === 409;
        return works(answer.status) || isBusy || isOutOfTurn
          ? null
          : `${operation.id}: ${answer.status} ${answer.text.slice(0, 300)}`;
      };
      const about = operations.filter(isAboutRows);
      const isRead = ({ method }: Operation) => method === 'GET';
      // Readings first, while every text still carries the mark.
      for (const operation of [...about.filter(isRead), ...about.filter((one) => !isRead(one))]) {
        if ((await askBoth(operation)) !== null) {
          // What an earlier call left behind may stand in the way; with everything anew there is no such excuse.
          victim = await fillTenant(server);
          expect(await askBoth(operation)).toBeNull();
        }
        if (operation.method === 'DELETE' || operation.action.startsWith('erase')) victim = await fillTenant(server);
      }
    },
  );

  it('tells a colleague nothing of contexts that are not his', { timeout: 240_000 }, async () => {
    const scoped = new Set([
      'contexts',
      ...resources.filter(({ scope }) => scope === 'context').map(({ name }) => name),
      'widget-origins',
      'appearance',
      'widget-images',
      'limits',
      'credit-limits',
      'notices',
    ]);
    const victim = await fillTenant(server);
    const { caller } = victim;
    const own = (await caller.post('/contexts', { name: 'Só deste colega' })).body.id;
    const colleague = await server.as(caller, 'ADMIN');
    const { pool } = server.services.db;
    await pool.query('update users set sees_all_contexts = false where id = $1', [colleague.userId]);
    await pool.query('insert into user_contexts values ($1, $2, $3)', [caller.accountId, colleague.userId, own]);
    expect((await colleague.get('/sessions/me/contexts')).body.map((context: any) => context.id)).toEqual([own]);
    for (const operation of operations.filter(({ resource }) => scoped.has(resource))) {
      if (operation.id === 'createContexts' || OPEN_TO_ANYONE.has(operation.id)) continue;
      await expectNoLeak(victim, operation, colleague, await sessionOf(colleague));
    }
  });
});

/** Ways to say "everything" or "somebody else's" in the place of an id. */
const wildIds = (id: string) => [
  id,
  id.toUpperCase(),
  `${id} `,
  `{${id}}`,
  '*',
  '%',
  'all',
  'null',
  `${id}' or '1'='1`,
  '..%2f',
];
const WILD_SCOPES = ['', '*', '%', 'all', 'null', 'undefined', '00000000-0000-0000-0000-000000000000'];

/** The same call as an intruder would tamper with it: url, and a body as text so that any key can be said. */
function tamper(
  victim: FullTenant,
  own: FullTenant | Caller,
  operation: Operation,
): { url: string; payload?: string }[] {
  const { accountId } = victim.caller;
  const foreign = requestFor(operation, aimAt(victim, operation));
  const isJson = foreign.headers['content-type'] === 'application/json';
  const payload = isJson ? String(foreign.payload) : undefined;
  const more = foreign.url.includes('?') ? '&' : '?';
  const ownContext = 'contextId' in own ? own.contextId : own.caller.contextId;
  const [path = ''] = foreign.url.split('?');
  const scopes = WILD_SCOPES.map((scope) => `${path}?contextId=${encodeURIComponent(scope)}`);
  const urls = [
    `${foreign.url}${more}accountId=${accountId}&account_id=${accountId}&role=WM_ADMIN`,
    `${path}?contextId=${ownContext}&contextId=${victim.ids.contexts}&limit=100`,
    `${path}?contextId[]=${victim.ids.contexts}&contextId[$ne]=1`,
    ...scopes,
  ];
  const extras = `"accountId":"${accountId}","account_id":"${accountId}","userId":"${victim.caller.userId}","role":"OWNER","isStaff":true`;
  const bodies = payload
    ? [
        payload.replace(/}$/, `,${extras}}`),
        payload.replace(/}$/, `,"__proto__":{${extras}}}`),
        payload.replace(/}$/, `,"constructor":{"prototype":{${extras}}}}`),
        `[${payload}]`,
      ].map((body) => body.replace('{,', '{'))
    : [];
  const paths = operation.path.includes('{id}')
    ? wildIds(String(aimAt(victim, operation)['path.id'])).map((id) => {
        const given = { ...aimAt(victim, operation), 'path.id': encodeURIComponent(id) };
        return requestFor(operation, given).url;
      })
    : [];
  return [
    ...[...urls, ...paths].map((url) => ({ url, payload })),
    ...bodies.map((body) => ({ url: foreign.url, payload: body })),
  ];
}

describe('tampered calls', () => {
  it('of another account, in path, query and body, find and change nothing', { timeout: 120_000 }, async () => {
    const victim = await fillTenant(server);
    const intruder = await server.signUp();
    await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
    const before = await digestOf(server, victim.caller.accountId);
    const rolesOf = async () =>
      (await server.services.db.pool.query('select role, account_id from users where id = $1', [intruder.userId])).rows;
    const roles = await rolesOf();
    const { authorization } = await sessionOf(intruder);
    // Where one leaves for good it would be the intruder's own account that goes.
    const about = operations.filter((one) => isAboutRows(one) && !one.isPublic && !one.path.startsWith('/users/me'));
    let sent = 0;
    for (const operation of about) {
      for (const { url, payload } of tamper(victim, intruder, operation)) {
        const headers = {
          authorization: String(authorization),
          ...(payload ? { 'content-type': 'application/json' } : {}),
        };
        const answer = await send(server, { method: operation.method, url, headers, payload });
        const where = `${operation.id} ${url} ${payload}: ${answer.status} ${answer.text.slice(0, 200)}`;
        sent += 1;
        expect(answer.text, where).not.toContain(victim.marker);
        expect(answer.status, where).not.toBe(500);
        // Where an id stands in the path there is nothing to be found by it.
        if (operation.path.includes('{id}')) expect(answer.status, where).toBeGreaterThanOrEqual(400);
      }
      expect(await digestOf(server, victim.caller.accountId), operation.id).toBe(before);
    }
    expect(await rolesOf()).toEqual(roles);
    expect(({} as Record<string, unknown>).accountId).toBeUndefined();
    expect(sent).toBeGreaterThan(500);
  });

  it('raise nobody above the role that he has', { timeout: 60_000 }, async () => {
    const owner = await server.signUp();
    const reader = await server.as(owner, 'READER');
    const roleOf = async () =>
      (await server.services.db.pool.query('select role from users where id = $1', [reader.userId])).rows[0].role;
    for (const role of ['OWNER', 'WM_ADMIN']) {
      const extras = {
        role,
        flags: ['self'],
        accountId: owner.accountId,
        contextIds: [],
        status: 'ACTIVE',
        isStaff: true,
      };
      await reader.patch('/users/me', { name: 'Nome Novo', ...extras });
      await reader.put(`/users/${reader.userId}`, extras);
      await reader.put(`/users/me`, extras);
      expect(await roleOf()).toBe('READER');
    }
    expect((await reader.get('/users/me')).body).toMatchObject({ name: 'Nome Novo', role: 'READER' });
  });
});

/** Tables of the platform, listed here one by one: every other begins its keys with the account. */
const PLATFORM_TABLES = new Set(
  [
    'plans credit_packs job_turns logins models platform_settings identities sign_in_secrets sign_in_failures',
    'kept_invoices gateway_events sandbox_objects host_turns rate_counters sign_ups',
  ].flatMap((names) => names.split(' ')),
);

/** Of which nobody deletes or changes anything, his own account's neither. */
const APPEND_ONLY = 'audit_entries';

describe('the second barrier', () => {
  const keyOf = (name: string) => (name === 'accounts' ? 'id' : 'account_id');

  it('stands before every table, with the account first in its key', () => {
    for (const table of all) {
      const { name, enableRLS, policies, columns, primaryKeys } = getTableConfig(table as PgTable);
      expect(policies.length > 0 || enableRLS, name).toBe(true);
      if (PLATFORM_TABLES.has(name)) continue;
      const first = primaryKeys[0]?.columns[0]?.name ?? columns.find((column) => column.primary)?.name;
      expect(first, name).toBe(keyOf(name));
    }
  });

  it('hides and keeps the rows of others even from a query without a predicate', async () => {
    const { caller } = await fillTenant(server);
    const { db } = server.services;
    for (const table of all) {
      const { name } = getTableConfig(table as PgTable);
      if (PLATFORM_TABLES.has(name) && name !== 'logins' && name !== 'job_turns') continue;
      const key = sql.identifier(keyOf(name));
      const named = sql.identifier(name);
      const before = await digestOf(server, caller.accountId);
      await withTenant(db, tenant(stranger.accountId, 'all'), async (tx) => {
        const seen = await tx.execute(sql`select count(*)::int as n from ${named} where ${key} = ${caller.accountId}`);
        expect(seen.rows[0]?.n, name).toBe(0);
        if (name !== APPEND_ONLY) await tx.execute(sql`delete from ${named} where ${key} = ${caller.accountId}`);
      });
      const written = withTenant(db, tenant(stranger.accountId, 'all'), (tx) =>
        tx.execute(sql`update ${named} set ${key} = ${caller.accountId} where ${key} = ${stranger.accountId}`),
      );
      // Nothing of one's own may become another's: refused, or there was nothing to write.
      await written.then(
        (result) => expect(result.rowCount, name).toBe(0),
        () => undefined,
      );
      expect(await digestOf(server, caller.accountId), name).toBe(before);
    }
  });

  it('cannot be reached with an empty or wildcard scope', () => {
    for (const bad of ['', '*', 'null', '%', "' or true --"]) {
      expect(() => tenant(bad, 'all')).toThrow(TypeError);
      expect(() => tenant(stranger.accountId, [bad])).toThrow(TypeError);
    }
    expect(tenant(stranger.accountId, []).contextIds).toHaveLength(1);
  });
});
