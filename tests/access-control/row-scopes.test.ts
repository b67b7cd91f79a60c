import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { type RowScope, rowScopeOf, rowsPhrase } from '../../access-control/row-scopes.ts';
import { createApp } from '../../src/server/app.ts';
import { type Operation, readOperations, requestFor } from '../support/operations.ts';
import { recordStatements } from '../support/record-statements.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

let server: SharedServer;
let app: FastifyInstance;
let recording: ReturnType<typeof recordStatements>;
let full: FullTenant;
/** Sees two of the account's three contexts. */
let limited: Caller;
/** The context that the calls do not name. */
let unnamed: string;
let staff: Staff;
let operations: Operation[];

beforeAll(async () => {
  server = await sharedServer();
  full = await fillTenant(server);
  unnamed = (await full.caller.post('/contexts', { name: 'Outra filial' })).body.id;
  limited = await server.as(full.caller, 'ADMIN', [full.ids.contexts!, full.ids.sub!, unnamed]);
  staff = await createStaff(server);
  operations = await readOperations(server);
  recording = recordStatements(server.services.db);
  app = await createApp({ services: { ...server.services, db: recording.db } });
}, 120_000);
afterAll(async () => {
  await app.close();
  await recording.close();
});

/** Reads that answer without a statement about their rows, or with a file or stream that has its own test. */
const LEFT_OUT = new Set(['showMetrics', 'streamChanges', 'streamInbox']);
const READS = new Set(['list', 'show', 'feedback', 'export']);
const isRead = ({ method, isPublic, action, id }: Operation) =>
  method === 'GET' && !isPublic && READS.has(action) && !LEFT_OUT.has(id);

/** The statements with which each request reads its caller, and those of the session's settings. */
const isOfCaller = (text: string) => /join sessions s|from rate_counters|insert into rate_counters/.test(text);

async function callAs(caller: Pick<Caller, 'tokens'>, operation: Operation) {
  const given = { ...valuesReferringTo(full, operation), type: undefined };
  const request = requestFor(operation, given, { authorization: `Bearer ${caller.tokens.accessToken}` });
  recording.sent.length = 0;
  const { statusCode } = await app.inject(request as never);
  const sent = recording.sent.filter(({ text }) => !isOfCaller(text));
  return { status: statusCode, texts: sent.map(({ text }) => text), values: sent.flatMap(({ values }) => values) };
}

/** Which rows the statements of a call reach: what they bind, and the database role that runs them. */
function reachOf({ values }: { values: string[] }): RowScope {
  if (values.includes('prosa_tenant')) {
    if (values.includes(unnamed)) return 'contexts';
    return values.includes(full.caller.accountId) ? 'account' : 'none';
  }
  return values.includes('prosa_platform') ? 'platform' : 'none';
}

/** Calls whose statements do not show the rows that are stated. The list may only become shorter. */
const DIFFERING = [
  // `session show` is three calls: who I am, my contexts and my plan. The words are those of the first.
  'listMyContexts: stated person, read contexts',
  // Reads the account's balances and leaves out those of other contexts afterwards.
  'showCreditLimits: stated contexts, read account',
  'showMyPlan: stated person, read account',
  // Joins plans in the platform's role; only its condition names the account.
  'showSubscription: stated account, read platform',
];

it('states the rows of every resource of the policy', async () => {
  const { cases } = await readPolicyTexts();
  for (const { resource } of catalogueOf(readCases(cases).cases)) {
    expect(rowsPhrase(resource, 'own', false), resource).toMatch(/^(só )?(nas linhas|em todas|sem dados)/);
  }
  expect(() => rowScopeOf('nothing')).toThrow('nothing states no rows');
});

it('states the rows that the query reads', { timeout: 120_000 }, async () => {
  const wrong: string[] = [];
  let compared = 0;
  for (const operation of operations.filter(isRead)) {
    const stated = rowScopeOf(operation.resource);
    // Plans and the policy are read without any account.
    if (stated === 'none') continue;
    const caller = stated === 'platform' ? staff : limited;
    const found = await callAs(caller, operation);
    // Only OWNER may; an owner sees all contexts.
    const seen = found.status === 403 ? await callAs(full.caller, operation) : found;
    if (seen.status >= 300) continue;
    compared += 1;
    const reach = reachOf(seen);
    // One context that the caller names is compared with theirs before the query, which then binds only that one.
    const isNamed = stated === 'contexts' && reach === 'account';
    if (isNamed && (await isRefusedElsewhere(operation))) continue;
    const isPerson =
      stated === 'person' && seen.values.some((value) => [limited.userId, full.caller.userId].includes(value));
    if (reach !== stated && !isPerson) wrong.push(`${operation.id}: stated ${stated}, read ${reach}`);
  }
  expect(wrong.sort()).toEqual(DIFFERING);
  expect(compared).toBeGreaterThan(40);
});

/** Returns whether the same call by somebody without the context finds nothing. */
async function isRefusedElsewhere(operation: Operation): Promise<boolean> {
  const stranger = await server.as(full.caller, 'ADMIN', [unnamed]);
  return [403, 404].includes((await callAs(stranger, operation)).status);
}

it('states the rows that row-level security leaves', async () => {
  const { rows } = await server.services.db.pool.query<{ tablename: string; roles: string[]; qual: string }>(
    `select tablename, roles::text[] as roles, qual from pg_policies`,
  );
  const tenantRule = new Map(
    rows.filter(({ roles }) => roles.includes('prosa_tenant')).map(({ tablename, qual }) => [tablename, qual]),
  );
  let compared = 0;
  for (const operation of operations.filter(isRead)) {
    if (!['contexts', 'account', 'person'].includes(rowScopeOf(operation.resource))) continue;
    const { status, texts } = await callAs(full.caller, operation);
    if (status >= 300) continue;
    const tables = texts.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join) "?([a-z_]+)"?/g)].map(([, name]) => name!),
    );
    const ofAccount = tables.filter((name) => tenantRule.get(name)?.includes(`current_setting('prosa.account'`));
    // Without the setting of an account, these rows do not exist for the tenant's role.
    expect(ofAccount.length, `${operation.id}: ${tables.join()}`).toBeGreaterThan(0);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(30);
});
