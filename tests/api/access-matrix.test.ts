import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, readOperations } from '../support/operations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';

/** A caller: the headers to send, and their role and flags in the policy. */
interface Principal {
  name: string;
  headers: Record<string, string>;
  role: string;
  flags: string[];
}

let server: TestServer;
let operations: Operation[];
let principals: Principal[];

async function gather(): Promise<Principal[]> {
  const owner = await server.signUp();
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
  const flags = ['self'];
  const customers = await Promise.all(
    (['OWNER', 'ADMIN', 'WRITER', 'READER'] as const).map(async (role) => ({
      name: role,
      role,
      flags,
      headers: bearer((await server.as(owner, role)).tokens.accessToken),
    })),
  );
  const business = ['customizeWidget', 'limitPerContext', 'interactionsFeedback', 'self'];
  const staff = await Promise.all(
    (['WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const).map(async (role) => ({
      name: role,
      role,
      flags: business,
      headers: bearer((await createStaff(server, { role })).tokens.accessToken),
    })),
  );
  const keys = await Promise.all(
    (['ADMIN', 'WRITER', 'READER'] as const).map(async (role) => ({
      ...{ name: `a key of ${role}`, role, flags: [] },
      headers: bearer((await owner.post('/api-keys', { name: role, role, contextIds: [] })).body.secret),
    })),
  );
  const inside = (await (await createStaff(server)).post('/admin/login', { accountId: owner.accountId })).body.session;
  return [
    { name: 'nobody', role: 'ANYONE', flags: [], headers: {} },
    { name: 'a visitor', role: 'ANYONE', flags: [], headers: { 'visitor-token': randomUUID() } },
    { name: 'a forged token', role: 'ANYONE', flags: [], headers: bearer('e30.e30.e30') },
    ...customers,
    ...staff,
    ...keys,
    {
      name: 'staff in an owner’s place',
      role: 'OWNER',
      flags: ['impersonated'],
      headers: bearer(inside.accessToken),
    },
  ];
}

beforeAll(async () => {
  server = await startServer();
  operations = await readOperations(server);
  principals = await gather();
});
afterAll(() => server.close());

/**
 * Calls an operation with random ids and an empty body. An allowed caller gets a 404 or a validation error, and
 * nothing changes.
 */
function callAs({ method, path }: Operation, { headers }: Principal) {
  const url = `/api${path.replace(/\{\w+\}/g, () => randomUUID())}`;
  const hasBody = !['GET', 'DELETE'].includes(method);
  return server.call({ method: method as 'GET', url, headers, ...(hasBody ? { payload: {} } : {}) });
}

/** Returns the error code that the policy requires, or null when it allows the call. */
function expectedOf(operation: Operation, principal: Principal): string | null {
  const { resource, action } = operation;
  const verdict = server.services.policy.explain(principal, resource, action);
  if (verdict.allowed) return null;
  if (principal.role === 'ANYONE') return 'unauthenticated';
  if (verdict.refusal === 'plan') return 'plan_upgrade_required';
  return principal.name.startsWith('a key') && operation.keyRole === 'none' ? 'session_required' : 'forbidden';
}

const GATE = new Set(['unauthenticated', 'forbidden', 'session_required', 'plan_upgrade_required']);

describe('every operation called by every role', () => {
  it('is allowed or refused as the policy requires', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    const counts = { asked: 0, refused: 0 };
    for (const operation of operations) {
      for (const principal of principals) {
        const { status, body } = await callAs(operation, principal);
        const expected = expectedOf(operation, principal);
        const got = GATE.has(body?.code) ? body.code : null;
        counts.asked += 1;
        if (expected) counts.refused += 1;
        const isRight = got === expected && status !== 500 && (expected === null || [401, 403].includes(status));
        if (!isRight) wrong.push(`${operation.id} by ${principal.name}: ${status} ${body?.code}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.asked).toBe(operations.length * 14);
    expect(counts.refused).toBeGreaterThan(300);
  });
});
