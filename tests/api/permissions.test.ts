import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Permissions, readPermission } from '../../access-control/permissions.ts';
import { openPolicy } from '../../access-control/policy-files.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, PLAN_FLAGS, ROLES, SELF_FLAG } from '../../src/shared/roles.ts';
import type { SessionUser } from '../../src/shared/session.ts';
import { type Operation, readOperations } from '../support/operations.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

const policy = await openPolicy();
const FLAG_SETS = PLAN_FLAGS.reduce<string[][]>((sets, flag) => [...sets, ...sets.map((one) => [...one, flag])], [[]]);

let server: TestServer;
let owner: Caller;
let operations: Operation[];
/** The access tokens of the owner, and of staff impersonating them. */
let tokens: Record<typeof SELF_FLAG | typeof IMPERSONATED_FLAG, string>;

beforeAll(async () => {
  server = await startServer();
  operations = await readOperations(server);
  owner = await server.signUp();
  const staff = await createStaff(server);
  const entered = await staff.post('/admin/login', { accountId: owner.accountId, reason: 'Ajuda' });
  tokens = { self: owner.tokens.accessToken, impersonated: entered.body.session.accessToken };
});
afterAll(() => server.close());

/** Sets the user's role and the flags of their plan. */
async function become(role: string, flags: readonly string[]): Promise<void> {
  const { pool } = server.services.db;
  await pool.query('update users set role = $1 where account_id = $2 and id = $3', [
    ...[role, owner.accountId, owner.userId],
  ]);
  await pool.query('update plans set flags = $1 where id = (select plan_id from subscriptions where account_id = $2)', [
    flags,
    owner.accountId,
  ]);
}

async function readMe(token: string): Promise<SessionUser> {
  const headers = { authorization: `Bearer ${token}` };
  return (await server.call({ method: 'GET', url: '/api/users/me', headers })).body;
}

/** Returns the permissions that differ from the enforcer's answers. */
function differences(permissions: Permissions, asker: { role: string; flags: string[] }): string[] {
  return operations
    .filter(({ resource, action }) => {
      const verdict = policy.explain(asker, resource, action);
      const answer = readPermission(permissions, resource, action);
      if (verdict.allowed || answer.can) return verdict.allowed !== answer.can;
      const isByPlan = verdict.refusal === 'plan';
      return answer.refusal !== verdict.refusal || answer.flag !== (isByPlan ? verdict.missing : undefined);
    })
    .map(({ resource, action }) => `${resource} ${action}`);
}

it.each([SELF_FLAG, IMPERSONATED_FLAG] as const)(
  "GET /users/me returns the enforcer's permissions for every role and plan: %s",
  async (flags) => {
    expect(operations.length).toBeGreaterThan(100);
    for (const role of ROLES) {
      for (const plan of FLAG_SETS) {
        await become(role, plan);
        const me = await readMe(tokens[flags]);
        const own = flags === SELF_FLAG ? [SELF_FLAG, FRESH_FLAG] : [flags];
        expect(me).toMatchObject({ role, flags: [...plan, ...own] });
        expect(differences(me.permissions, { role, flags: me.flags }), `${role} ${plan.join()}`).toEqual([]);
      }
    }
  },
);

it('returns the plan flag that would allow an action', async () => {
  await become('OWNER', []);
  const { permissions } = await readMe(tokens.self);
  expect(permissions.byPlan.appearance).toMatchObject({ edit: 'customizeWidget' });
  expect(permissions.allowed.contents).toContain('list');
  await become('OWNER', ['customizeWidget']);
  const more = (await readMe(tokens.self)).permissions;
  expect(more.allowed.appearance).toContain('edit');
  expect(more.byPlan.appearance).toBeUndefined();
});

it('is included in every response that describes the signed-in user', async () => {
  await become('OWNER', []);
  const edited = await owner.patch('/users/me', { name: 'Ana Lima' });
  expect(edited.body.permissions).toEqual((await readMe(tokens.self)).permissions);
});
