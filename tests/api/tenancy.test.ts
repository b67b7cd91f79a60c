import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { allTables as all } from '../../src/server/db/all-tables.ts';
import { tenant, withTenant } from '../../src/server/db/tenant.ts';
import { inShares, inTurns, isTried, type Operation, readOperations, requestFor, send } from '../support/operations.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';
import { digestOf, fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

let server: SharedServer;
let operations: Operation[];
let stranger: Caller;
beforeAll(async () => {
  server = await sharedServer();
  operations = await readOperations(server);
  stranger = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
});

/** Operations open to any visitor. Private data behind them is requested with another visitor's token. */
const OPEN_TO_ANYONE = new Set(['showWidget', 'showInvitation', 'acceptInvitation', 'openDemoLink', 'identifyVisitor']);
/** Resources of the platform that belong to no account. */
const PLATFORM_RESOURCES = new Set(
  [
    'models model-choice general-settings queue platform-audit-log policy plans plan-catalogue pack-catalogue',
    'sandbox sandbox-clock webhooks gateway-events usage-figures billing-figures platform-invoices staff platform-access-decisions',
  ].flatMap((names) => names.split(' ')),
);
/** Resources that only staff can use on accounts. */
const STAFF_RESOURCES = new Set([
  'accounts',
  'account-credits',
  'impersonation',
  'account-sessions',
  'platform-invoices',
  'billing-events',
]);
/** A person's own ways to sign in, and sessions: second-factor.test.ts tests that nobody else reaches them. */
const OWN_RESOURCES = new Set(['second-factor', 'own-sessions']);
/** The unsubscribe link works for anyone who has the email. insight-weekly.test.ts tests forged links. */
const UNSUBSCRIBE_LINK = '/weekly-mail/stop/';
/** Leaves out operations without rows of an account and those on the caller's own session. */
const isAboutRows = ({ isPublic, path, resource }: Operation) =>
  !PLATFORM_RESOURCES.has(resource) &&
  !OWN_RESOURCES.has(resource) &&
  (!isPublic || path.includes('{')) &&
  !path.startsWith('/auth/social/') &&
  !path.startsWith(UNSUBSCRIBE_LINK);

/** Returns whether the status means success. */
const works = (status: number) => status >= 200 && status < 300;

async function sessionOf(caller: Caller): Promise<Record<string, string>> {
  return { authorization: `Bearer ${caller.tokens.accessToken}` };
}

/** Waits for the jobs that earlier calls started. Their effects would look like changes made by the next caller. */
const settle = ({ caller }: FullTenant) =>
  until(async () => {
    const { rows } = await server.services.db.pool.query(
      // Locked one by one, because a worker may be claiming them in another order.
      `with due as (
         select id from jobs where account_id = $1 and state = 'waiting'
           and (run_at <= now() + interval '2 seconds' or lease_until > now())),
       free as (select id from jobs where account_id = $1 and id in (select id from due) for update skip locked),
       moved as (update jobs set run_at = least(run_at, now()) where account_id = $1 and id in (select id from free))
       select id from due`,
      [caller.accountId],
    );
    return rows.length === 0;
  });

/** Checks that a response to an outsider reveals nothing and that the call changes nothing. */
async function expectNoLeak(
  victim: FullTenant,
  operation: Operation,
  outsider: Caller,
  headers: Record<string, string>,
) {
  // A colleague's export is recorded in the same account, even when it is empty.
  const isOwnExport = operation.action === 'export' && outsider.accountId === victim.caller.accountId;
  const digest = async () => {
    const lines = (await digestOf(server, victim.caller.accountId)).split('\n');
    return lines.filter((line) => !isOwnExport || !line.startsWith('audit_entries:')).join('\n');
  };
  const before = await digest();
  const aimed = valuesReferringTo(victim, operation);
  const given = operation.isPublic
    ? { ...aimed, visitorToken: 'um-outro-visitante', 'visitor-token': 'um-outro-visitante' }
    : aimed;
  const answer = await send(server, requestFor(operation, given, headers));
  const where = `${operation.id} by ${outsider.email}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.text, where).not.toContain(victim.marker);
  for (const id of Object.values(victim.ids)) expect(answer.text, where).not.toContain(id);
  expect(await digest(), where).toBe(before);
  // Names a figure, not a row.
  const isCard = operation.path.endsWith('/cards/{card}');
  if (isCard && works(answer.status)) for (const { figure } of answer.body.data) expect(figure, where).toBe(0);
  else if (operation.path.includes('{')) expect([403, 404], where).toContain(answer.status);
  else if (operation.method !== 'GET') expect(answer.status, where).not.toBe(500);
}

describe('every operation', () => {
  it('is covered', () => {
    expect(operations.filter(isAboutRows).length).toBeGreaterThan(30);
    expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length);
  });

  it('reveals and changes nothing for another account, and works for its owner', { timeout: 240_000 }, async () => {
    let victim = await fillTenant(server);
    /**
     * Calls the operation as an outsider and as the owner. The owner's success proves that the request itself is
     * valid. Returns null, or the owner's failure.
     */
    const askBoth = async (operation: Operation): Promise<string | null> => {
      const outsider = await sessionOf(stranger);
      await settle(victim);
      if (!OPEN_TO_ANYONE.has(operation.id)) {
        await expectNoLeak(victim, operation, stranger, operation.isPublic ? {} : outsider);
      }
      const isStaff = STAFF_RESOURCES.has(operation.resource);
      const owner = isStaff ? await server.as(victim.caller, 'WM_ADMIN') : victim.caller;
      const given = { ...valuesReferringTo(victim, operation), ...(isStaff ? { 'path.id': owner.accountId } : {}) };
      const answer = await send(server, requestFor(operation, given, await sessionOf(owner)));
      // An owner gets this error for a content that is already trained.
      const isBusy = operation.action === 'retry' && answer.body?.code === 'content_busy';
      // These depend on the state of the subscription or the version of the limits, which a single call cannot set
      // up.
      const isOutOfTurn = ['subscription', 'credit-limits'].includes(operation.resource) && answer.status === 409;
      // A row that references it restricts its deletion.
      const isHeld = operation.action === 'delete' && answer.body?.code === 'in_use';
      return works(answer.status) || isBusy || isOutOfTurn || isHeld
        ? null
        : `${operation.id}: ${answer.status} ${answer.text.slice(0, 300)}`;
    };
    // Read operations first, while the texts still contain the marker.
    for (const operation of inTurns(operations.filter(isAboutRows).filter(isTried))) {
      if ((await askBoth(operation)) !== null) {
        // An earlier call may interfere. With a new account there is no such excuse.
        victim = await fillTenant(server);
        expect(await askBoth(operation)).toBeNull();
      }
    }
  });

  it('reveals nothing to a colleague about contexts that they cannot access', { timeout: 240_000 }, async () => {
    const scoped = new Set([
      'contexts',
      ...resources.filter(({ scope }) => scope === 'context').map(({ name }) => name),
      'widget-origins',
      'public-page',
      'identity-secret',
      'appearance',
      'widget-images',
      'limits',
      'credit-limits',
      'notices',
      'outgoing-webhooks',
      'webhook-deliveries',
    ]);
    const victim = await fillTenant(server);
    const { caller } = victim;
    const own = (await caller.post('/contexts', { name: 'Só deste colega' })).body.id;
    const colleague = await server.as(caller, 'ADMIN', [own]);
    expect((await colleague.get('/sessions/me/contexts')).body.map((context: any) => context.id)).toEqual([own]);
    for (const operation of operations.filter(isTried).filter(({ resource }) => scoped.has(resource))) {
      if (operation.id === 'createContexts' || OPEN_TO_ANYONE.has(operation.id)) continue;
      await expectNoLeak(victim, operation, colleague, await sessionOf(colleague));
    }
  });
});

/** Wildcards and injection attempts in place of an id. */
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

/** Returns variants of the request that an attacker would try. The body is text, so that it can contain any key. */
function tamper(
  victim: FullTenant,
  own: FullTenant | Caller,
  operation: Operation,
): { url: string; payload?: string }[] {
  const { accountId } = victim.caller;
  const foreign = requestFor(operation, valuesReferringTo(victim, operation));
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
    ? wildIds(String(valuesReferringTo(victim, operation)['path.id'])).map((id) => {
        const given = { ...valuesReferringTo(victim, operation), 'path.id': encodeURIComponent(id) };
        return requestFor(operation, given).url;
      })
    : [];
  return [
    ...[...urls, ...paths].map((url) => ({ url, payload })),
    ...bodies.map((body) => ({ url: foreign.url, payload: body })),
  ];
}

describe('tampered requests', () => {
  it('for another account find and change nothing, in path, query and body', { timeout: 240_000 }, async () => {
    const victim = await fillTenant(server);
    const intruder = await server.signUp();
    await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
    await settle(victim);
    const before = await digestOf(server, victim.caller.accountId);
    const rolesOf = async () =>
      (await server.services.db.pool.query('select role, account_id from users where id = $1', [intruder.userId])).rows;
    const roles = await rolesOf();
    const { authorization } = await sessionOf(intruder);
    // Without the operations on the caller's own user, which would delete the attacker's account.
    const about = operations
      .filter(isTried)
      .filter((one) => isAboutRows(one) && !one.isPublic && !one.path.startsWith('/users/me'));
    let sent = 0;
    const isSent = inShares(5);
    for (const operation of about) {
      for (const { url, payload } of tamper(victim, intruder, operation).filter(isSent)) {
        const headers = {
          authorization: String(authorization),
          ...(payload ? { 'content-type': 'application/json' } : {}),
        };
        const answer = await send(server, { method: operation.method, url, headers, payload });
        const where = `${operation.id} ${url} ${payload}: ${answer.status} ${answer.text.slice(0, 200)}`;
        sent += 1;
        expect(answer.text, where).not.toContain(victim.marker);
        expect(answer.status, where).not.toBe(500);
        // With an id in the path, nothing may be found.
        if (operation.path.includes('{id}')) expect(answer.status, where).toBeGreaterThanOrEqual(400);
      }
      expect(await digestOf(server, victim.caller.accountId), operation.id).toBe(before);
    }
    expect(await rolesOf()).toEqual(roles);
    expect(({} as Record<string, unknown>).accountId).toBeUndefined();
    expect(sent).toBeGreaterThan(operations.every(isTried) ? 500 : 300);
  });

  it("cannot raise the user's own role", { timeout: 60_000 }, async () => {
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

/** Tables of the platform. In all others, the primary key starts with the account. */
const PLATFORM_TABLES = new Set(
  [
    'plans credit_packs job_turns logins models platform_settings identities sign_in_secrets sign_in_failures',
    'kept_invoices gateway_events sandbox_objects rate_counters sign_ups secret_keys',
  ].flatMap((names) => names.split(' ')),
);

/** Nobody can change or delete rows of this table, not even in their own account. */
const APPEND_ONLY = 'audit_entries';

describe('row-level security', () => {
  const keyOf = (name: string) => (name === 'accounts' ? 'id' : 'account_id');

  it('is enabled for every table, with the account first in its primary key', () => {
    for (const table of all) {
      const { name, enableRLS, policies, columns, primaryKeys } = getTableConfig(table as PgTable);
      expect(policies.length > 0 || enableRLS, name).toBe(true);
      if (PLATFORM_TABLES.has(name)) continue;
      const first = primaryKeys[0]?.columns[0]?.name ?? columns.find((column) => column.primary)?.name;
      expect(first, name).toBe(keyOf(name));
    }
  });

  it('hides and protects rows of other accounts without a predicate in the query', async () => {
    const victim = await fillTenant(server);
    const { caller } = victim;
    const { db } = server.services;
    await settle(victim);
    const before = await digestOf(server, caller.accountId);
    for (const table of all) {
      const { name } = getTableConfig(table as PgTable);
      if (PLATFORM_TABLES.has(name) && name !== 'logins' && name !== 'job_turns') continue;
      const key = sql.identifier(keyOf(name));
      const named = sql.identifier(name);
      await withTenant(db, tenant(stranger.accountId, 'all'), async (tx) => {
        const seen = await tx.execute(sql`select count(*)::int as n from ${named} where ${key} = ${caller.accountId}`);
        expect(seen.rows[0]?.n, name).toBe(0);
        if (name !== APPEND_ONLY) await tx.execute(sql`delete from ${named} where ${key} = ${caller.accountId}`);
      });
      const written = withTenant(db, tenant(stranger.accountId, 'all'), (tx) =>
        tx.execute(sql`update ${named} set ${key} = ${caller.accountId} where ${key} = ${stranger.accountId}`),
      );
      // A row cannot be moved to another account: the update is refused or affects no row.
      await written.then(
        (result) => expect(result.rowCount, name).toBe(0),
        () => undefined,
      );
      expect(await digestOf(server, caller.accountId), name).toBe(before);
    }
  });

  it('rejects an empty or wildcard scope', () => {
    for (const bad of ['', '*', 'null', '%', "' or true --"]) {
      expect(() => tenant(bad, 'all')).toThrow(TypeError);
      expect(() => tenant(stranger.accountId, [bad])).toThrow(TypeError);
    }
    expect(tenant(stranger.accountId, []).contextIds).toHaveLength(1);
  });
});
