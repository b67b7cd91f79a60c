import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCan, readPolicyTexts } from '../../access-control/policy-files.ts';
import { IMPERSONATOR } from '../../access-control/vocabulary.ts';
import { answerOf, catalogueOf, readCases } from '../../access-control/cases.ts';
import { resources } from '../../resources/index.ts';
import { problemSchema } from '../../src/server/http/problem.ts';
import { EMBEDDED_MODEL_ID } from '../../src/shared/models.ts';
import { type Operation, readOperations, requestFor, send } from '../support/operations.ts';
import { PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { aimAt, fillTenant, type FullTenant } from '../support/tenants.ts';

let server: TestServer;
let operations: Operation[];
let full: FullTenant;
beforeAll(async () => {
  server = await startServer();
  operations = await readOperations(server);
  full = await fillTenant(server);
});
afterAll(() => server.close());

/** Asked within `ask`, of whoever is signed in: a trial from the console is no operation of its own. */
const ASKED_WITHIN = [
  { thing: 'chat', act: 'preview' },
  { thing: 'chat', act: 'give-feedback' },
  { thing: 'interaction-monitoring', act: 'feedback' },
  // The same call as the list, for a file.
  { thing: 'audit-log', act: 'export' },
  { thing: 'platform-audit-log', act: 'export' },
];

/** What only staff may do. */
const STAFF_THINGS = new Set(
  [
    'accounts models model-choice general-settings queue platform-audit-log policy impersonation',
    'plan-catalogue pack-catalogue sandbox-clock billing-events gateway-events account-credits',
    'usage-figures billing-figures staff',
  ].flatMap((names) => names.split(' ')),
);

const pairsOf = (list: readonly { thing: string; act: string }[]) =>
  new Set(list.map(({ thing, act }) => `${thing} ${act}`));

/** Files, streams and the one page that stands by itself, for whoever comes from a letter. */
const IN_NO_JSON = new Set([
  ...['showApiDescription', 'ask', 'exportAccount', 'exportConversations', 'showReceipt'],
  ...['askToStopWeeklyMail', 'stopWeeklyMail'],
]);

describe('the description of the API', () => {
  it('asks the policy about the very pairs that the policy speaks of', async () => {
    const { cases } = await readPolicyTexts();
    const known = catalogueOf(readCases(cases).cases).flatMap(({ thing, acts }) => acts.map((act) => ({ thing, act })));
    expect([...pairsOf([...operations, ...ASKED_WITHIN])].sort()).toEqual([...pairsOf(known)].sort());
  });

  it('has every act that a resource declares, and says which calls are public as the policy does', async () => {
    const pairs = pairsOf([...operations, ...ASKED_WITHIN]);
    for (const { name, acts } of resources)
      for (const act of acts) expect(pairs, `${name} ${act}`).toContain(`${name} ${act}`);
    const can = await openCan();
    for (const { id, thing, act, isPublic, onBehalf } of operations) {
      expect(isPublic, id).toBe(can.may({ role: 'ANYONE', flags: [] }, thing, act));
      expect(onBehalf, id).toBe(answerOf(can, { ...IMPERSONATOR, thing, act }));
    }
  });

  it('shows every answer as it is', { timeout: 120_000 }, async () => {
    const { policy } = await readPolicyTexts();
    for (const operation of operations) {
      if (IN_NO_JSON.has(operation.id)) continue;
      const { caller } = full;
      const isStaff = STAFF_THINGS.has(operation.thing);
      const asker = isStaff ? await server.as(caller, 'WM_ADMIN') : caller;
      const given = {
        ...aimAt(full, operation),
        email: caller.email,
        password: PASSWORD,
        'refresh-token': caller.tokens.refreshToken,
        ...(isStaff ? { 'path.id': operation.thing === 'models' ? EMBEDDED_MODEL_ID : caller.accountId } : {}),
        ...(operation.thing === 'policy' ? { thing: 'contents', act: 'list', before: policy } : {}),
      };
      const headers = { authorization: `Bearer ${asker.tokens.accessToken}` };
      const answer = await send(server, requestFor(operation, given, operation.isPublic ? {} : headers));
      const schema = operation.responses[String(answer.status)];
      const where = `${operation.id}: ${answer.status} ${answer.text.slice(0, 400)}`;
      if (answer.status >= 400) {
        const { success } = problemSchema.safeParse(answer.body);
        expect(success, where).toBe(true);
      } else if (answer.status !== 204 && answer.status !== 302) {
        expect(schema, where).toBeDefined();
        const checked = z.fromJSONSchema(schema as never).safeParse(answer.body);
        expect(checked.error?.issues ?? [], where).toEqual([]);
      }
      if (operation.method === 'DELETE' || operation.id === 'logout') full = await fillTenant(server);
    }
  });
});

describe('headers', () => {
  it('keep answers out of caches and the console out of frames', async () => {
    const answer = await full.caller.get('/users/me');
    expect(answer.headers['cache-control']).toBe('no-store');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});
