import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import type { PolicyAnswers, PolicySituation, SituatedPolicyAnswer } from '../../src/shared/policy.ts';
import { type Operation, readOperations } from '../support/operations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

/** A caller: the headers to send, and what the policy's tools are asked about them. */
interface Principal {
  name: string;
  headers: Record<string, string>;
  role: string;
  /** The flags of the account's plan. */
  flags: string[];
  situation: PolicySituation;
}

let server: TestServer;
let operations: Operation[];
let principals: Principal[];

async function gather(): Promise<Principal[]> {
  const owner = await server.signUp();
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
  const situation = 'own' as const;
  const customers = await Promise.all(
    (['OWNER', 'ADMIN', 'WRITER', 'READER'] as const).map(async (role) => ({
      name: role,
      role,
      flags: [],
      situation,
      headers: bearer((await server.as(owner, role)).tokens.accessToken),
    })),
  );
  const business = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'];
  const staff = await Promise.all(
    (['WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const).map(async (role) => ({
      name: role,
      role,
      flags: business,
      situation,
      headers: bearer((await createStaff(server, { role })).tokens.accessToken),
    })),
  );
  const keys = await Promise.all(
    (['ADMIN', 'WRITER', 'READER'] as const).map(async (role) => ({
      ...{ name: `a key of ${role}`, role, flags: [], situation: 'key' as const },
      headers: bearer((await owner.post('/api-keys', { name: role, role, contextIds: [] })).body.secret),
    })),
  );
  const planned = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [
    planned.accountId,
  ]);
  const enter = async (accountId: string) =>
    bearer(
      (await (await createStaff(server)).post('/admin/login', { accountId, reason: 'Ajuda' })).body.session.accessToken,
    );
  return [
    { name: 'nobody', role: 'ANYONE', flags: [], situation, headers: {} },
    { name: 'a visitor', role: 'ANYONE', flags: [], situation, headers: { 'visitor-token': randomUUID() } },
    { name: 'a forged token', role: 'ANYONE', flags: [], situation, headers: bearer('e30.e30.e30') },
    ...customers,
    ...staff,
    ...keys,
    {
      name: 'staff in an owner’s place',
      role: 'WM_ADMIN',
      flags: [],
      situation: 'customer',
      headers: await enter(owner.accountId),
    },
    {
      name: 'OWNER on a plan with every flag',
      role: 'OWNER',
      flags: business,
      situation,
      headers: bearer(planned.tokens.accessToken),
    },
    {
      name: 'staff in the place of an owner on a plan with every flag',
      role: 'WM_ADMIN',
      flags: business,
      situation: 'customer',
      headers: await enter(planned.accountId),
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

const auditor = () => createStaff(server, { role: 'WM_READER' });

/** Returns the explorer's answer about a caller. */
async function explorerAnswer(staff: Staff, { role, flags, situation }: Principal, { resource, action }: Operation) {
  const { body } = await staff.post('/admin/policy/ask', { role, flags, resource, action });
  return (body as PolicyAnswers).answers.find((one) => one.situation === situation)!;
}

/** Returns the error code that an answer of the explorer announces, or null when it allows the call. */
function expectedOf(answer: SituatedPolicyAnswer, operation: Operation, { role }: Principal): string | null {
  if (answer.allowed) return null;
  if (role === 'ANYONE') return 'unauthenticated';
  if (answer.refusal === 'plan') return 'plan_upgrade_required';
  return answer.situation === 'key' && operation.keyRole === 'none' ? 'session_required' : 'forbidden';
}

const GATE = new Set(['unauthenticated', 'forbidden', 'session_required', 'plan_upgrade_required']);

describe('every operation called by every role', () => {
  it('is allowed or refused as the policy explorer says', { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const counts = { asked: 0, refused: 0 };
    const staff = await auditor();
    const told = new Map<string, SituatedPolicyAnswer>();
    for (const operation of operations) {
      for (const principal of principals) {
        const { role, flags, situation } = principal;
        const question = [operation.resource, operation.action, role, situation, ...flags].join(' ');
        const answer = told.get(question) ?? (await explorerAnswer(staff, principal, operation));
        told.set(question, answer);
        const { status, body } = await callAs(operation, principal);
        const expected = expectedOf(answer, operation, principal);
        const code = body?.code ?? body?.error?.code;
        const got = GATE.has(code) ? code : null;
        counts.asked += 1;
        if (expected) counts.refused += 1;
        const isRight = got === expected && status !== 500 && (expected === null || [401, 403].includes(status));
        if (!isRight) wrong.push(`${operation.id} by ${principal.name}: ${status} ${code}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(counts.asked).toBe(operations.length * 16);
    expect(counts.refused).toBeGreaterThan(300);
  });

  it('has the same answer in the table of the command', async () => {
    const printed: string[] = [];
    await runPolicyCommand(['table', '--csv'], (text) => printed.push(text));
    const [heading = [], ...lines] = printed
      .join('\n')
      .split('\n')
      .map((line) => line.split(','));
    const staff = await auditor();
    const wrong: string[] = [];
    for (const { resource, action } of operations) {
      const line = lines.find(([first, second]) => first === resource && second === action)!;
      for (const { role, situation } of principals.filter((one) => one.situation !== 'key')) {
        const cell = line[heading.indexOf(situation === 'customer' ? 'em nome de um cliente' : role)]!;
        const plain = { role, flags: [], situation, name: role, headers: {} };
        const answer = await explorerAnswer(staff, plain, { resource, action } as Operation);
        const expected = answer.allowed ? ['sim', 'própria'] : answer.refusal === 'plan' ? ['plano'] : ['-'];
        if (!expected.includes(cell)) wrong.push(`${role} ${situation} ${resource} ${action}: ${cell}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
