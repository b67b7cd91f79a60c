import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, catalogueOf, readCases } from '../../access-control/cases.ts';
import { guardedObjects } from '../../access-control/guarded-fields.ts';
import { openPolicy, readPolicyTexts } from '../../access-control/policy-files.ts';
import { IMPERSONATOR, KEY_ROLES } from '../../access-control/vocabulary.ts';
import { resources } from '../../resources/index.ts';
import { openAiError } from '../../src/server/programs/openai/completion-schema.ts';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { problemSchema } from '../../src/shared/problem.ts';
import {
  inTurns,
  isTried,
  type Operation,
  readOperations,
  type Request,
  requestFor,
  send,
} from '../support/operations.ts';
import { PASSWORD, type SharedServer, sharedServer } from '../support/server.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

let server: SharedServer;
let operations: Operation[];
let full: FullTenant;
beforeAll(async () => {
  server = await sharedServer();
  operations = await readOperations(server);
  full = await fillTenant(server);
});

/** Permissions checked inside other operations. They have no operation of their own. */
const PAIRS_WITHOUT_OPERATION = [
  { resource: 'impersonation', action: 'choose' },
  { resource: 'chat', action: 'give-feedback' },
  { resource: 'interaction-monitoring', action: 'feedback' },
  // Exports use the operation of the list with another format.
  { resource: 'audit-log', action: 'export' },
  { resource: 'platform-audit-log', action: 'export' },
  ...guardedObjects().flatMap(({ resource, actions }) => actions.map((action) => ({ resource, action }))),
];

/** Resources that only staff can access. */
const STAFF_RESOURCES = new Set(
  [
    'accounts models model-choice general-settings queue platform-audit-log policy impersonation',
    'plan-catalogue pack-catalogue sandbox-clock billing-events gateway-events account-credits',
    'usage-figures billing-figures platform-invoices account-sessions staff platform-access-decisions',
  ].flatMap((names) => names.split(' ')),
);

/** Other resources of which a full account has no rows, or none of the caller's own: a new account would not help. */
const WITHOUT_ROWS = new Set(['second-factor', 'own-sessions', 'sandbox', 'webhooks']);

const isOfNoAccount = ({ resource }: Operation) => STAFF_RESOURCES.has(resource) || WITHOUT_ROWS.has(resource);

const pairsOf = (list: readonly { resource: string; action: string }[]) =>
  new Set(list.map(({ resource, action }) => `${resource} ${action}`));

/** Operations that answer as JSON or not: as a stream, or a document with references. */
const IN_NO_JSON = new Set(['showApiDescription', 'ask']);

const isInNoJson = ({ id, mediaTypes: { 200: types = ['application/json'] } }: Operation) =>
  IN_NO_JSON.has(id) || !types.includes('application/json');

/** A complete request of an operation, made by somebody who may. */
async function requestOf(operation: Operation): Promise<Request> {
  const { caller } = full;
  const isStaff = STAFF_RESOURCES.has(operation.resource);
  const asker = isStaff ? await server.as(caller, 'WM_ADMIN') : caller;
  const { policy } = await readPolicyTexts();
  const given = {
    ...valuesReferringTo(full, operation),
    email: caller.email,
    password: PASSWORD,
    'refresh-token': caller.tokens.refreshToken,
    ...(isStaff ? { 'path.id': operation.resource === 'models' ? EMBEDDED_MODEL_ID : caller.accountId } : {}),
    gateway: 'sandbox',
    ...(operation.resource === 'policy' ? { resource: 'contents', action: 'list', before: policy } : {}),
  };
  const headers = { authorization: `Bearer ${asker.tokens.accessToken}` };
  return requestFor(operation, given, operation.isPublic ? {} : headers);
}

/** Addresses that mail programs and sign-in providers add parameters to. */
const WITH_ANY_PARAMETER = ['endSocialSignIn', 'askToStopWeeklyMail', 'stopWeeklyMail'];

it('refuses a parameter that an operation does not have, and names it', async () => {
  const accepted: string[] = [];
  for (const operation of operations) {
    const request = await requestOf(operation);
    const url = `${request.url}${request.url.includes('?') ? '&' : '?'}misspelt=1`;
    const { status, body } = await send(server, { ...request, url });
    const names = (body?.errors ?? []).map(({ field }: { field: string }) => field);
    const isNamed = status === 422 ? names.length > 0 : status === 400 && body?.error?.param === 'misspelt';
    // The body is checked before the query, and a few examples of bodies are not valid.
    if (!isNamed) accepted.push(operation.id);
  }
  expect(accepted.sort()).toEqual(WITH_ANY_PARAMETER.sort());
});

describe('the OpenAPI description', () => {
  it('covers exactly the resources and actions of the policy', async () => {
    const { cases } = await readPolicyTexts();
    const known = catalogueOf(readCases(cases).cases).flatMap(({ resource, actions }) =>
      actions.map((action) => ({ resource, action })),
    );
    expect([...pairsOf([...operations, ...PAIRS_WITHOUT_OPERATION])].sort()).toEqual([...pairsOf(known)].sort());
  });

  it('covers every action of a resource and marks the same public operations as the policy', async () => {
    const pairs = pairsOf([...operations, ...PAIRS_WITHOUT_OPERATION]);
    for (const { name, actions } of resources)
      for (const action of actions) expect(pairs, `${name} ${action}`).toContain(`${name} ${action}`);
    const policy = await openPolicy();
    for (const { id, resource, action, isPublic, onBehalf, keyRole, schemes } of operations) {
      expect(isPublic, id).toBe(policy.can({ role: 'ANYONE', flags: [] }, resource, action));
      expect(onBehalf, id).toBe(answerOf(policy, { ...IMPERSONATOR, resource, action }));
      const forKeys = KEY_ROLES.filter((role) => answerOf(policy, { role, flags: [], resource, action }) !== 'no');
      expect(keyRole, id).toBe(isPublic ? undefined : (forKeys[0] ?? 'none'));
      expect(schemes, id).toEqual(isPublic ? [] : forKeys.length > 0 ? ['bearer', 'apiKey'] : ['bearer']);
    }
  });

  it('matches every response', { timeout: 300_000 }, async () => {
    const files: string[] = [];
    const tried = operations.filter(isTried);
    const leftOut = new Set(operations.filter((one) => !isTried(one)).map(({ id }) => id));
    for (const operation of inTurns(tried)) {
      let answer = await send(server, await requestOf(operation));
      // What it is about, or the session, may have gone with an earlier one.
      if (operation.method !== 'GET' && !isOfNoAccount(operation) && [401, 404].includes(answer.status)) {
        full = await fillTenant(server);
        answer = await send(server, await requestOf(operation));
      }
      const schema = operation.responses[String(answer.status)];
      const where = `${operation.id}: ${answer.status} ${answer.text.slice(0, 400)}`;
      const isFile = isInNoJson(operation);
      // The page linked in emails is a page for errors, too.
      if (answer.status !== 204 && answer.status !== 302 && !(isFile && answer.status >= 400)) {
        const types = operation.mediaTypes[String(answer.status)] ?? operation.mediaTypes.default;
        expect(types, where).toContain(String(answer.headers['content-type']).split(';')[0]);
      }
      if (isFile) {
        if (answer.status === 200) files.push(operation.id);
        continue;
      }
      if (answer.status >= 400) {
        const isOpenAis = operation.path.startsWith('/v1/');
        const { success } = (isOpenAis ? openAiError : problemSchema).safeParse(answer.body);
        expect(success, where).toBe(true);
      } else if (answer.status !== 204 && answer.status !== 302) {
        expect(schema, where).toBeDefined();
        const checked = z.fromJSONSchema(schema as never).safeParse(answer.body);
        expect(checked.error?.issues ?? [], where).toEqual([]);
      }
    }
    const downloads = [
      'downloadOriginal',
      'exportAccessReview',
      'exportAccount',
      'exportBase',
      'exportConversations',
      'exportVisitorMessages',
      'showReceipt',
    ];
    expect(files).toEqual(expect.arrayContaining(downloads.filter((id) => !leftOut.has(id))));
  });
});

describe('headers', () => {
  it('disable caching and framing', async () => {
    const answer = await full.caller.get('/users/me');
    expect(answer.headers['cache-control']).toBe('no-store');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});
