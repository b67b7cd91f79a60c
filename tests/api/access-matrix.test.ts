import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import type { PolicyAnswers, PolicySituation, SituatedPolicyAnswer } from '../../src/shared/policy.ts';
import { inShares, type Operation, readOperations } from '../support/operations.ts';
import { type Answer, type SharedServer, sharedServer } from '../support/server.ts';
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

let server: SharedServer;
let operations: Operation[];
let principals: Principal[];
let auditor: Staff;

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
  server = await sharedServer();
  operations = await readOperations(server);
  principals = await gather();
  auditor = await createStaff(server, { role: 'WM_READER' });
});

/**
 * Calls an operation with random ids and an empty body. An allowed caller gets a 404 or a validation error, and
 * nothing changes.
 */
function callAs({ method, path, parameters }: Operation, { headers }: Principal) {
  // Without an invalid length, a stream would stay open for minutes.
  const query = parameters.some(({ name }) => name === 'seconds') ? '?seconds=0' : '';
  const url = `/api${path.replace(/\{\w+\}/g, () => randomUUID())}${query}`;
  const hasBody = !['GET', 'DELETE'].includes(method);
  return server.call({ method: method as 'GET', url, headers, ...(hasBody ? { payload: {} } : {}) });
}

/** The explorer's answers by question: each is about all situations of a role, so many callers share one. */
const told = new Map<string, Promise<Answer<PolicyAnswers>>>();

/** Returns the explorer's answer about a caller. */
async function explorerAnswer(
  { role, flags, situation }: Pick<Principal, 'role' | 'flags' | 'situation'>,
  { resource, action }: Operation,
) {
  const question = { role, flags, resource, action };
  const key = JSON.stringify(question);
  const answer = told.get(key) ?? auditor.post('/admin/policy/ask', question);
  told.set(key, answer);
  return (await answer).body.answers.find((one) => one.situation === situation)!;
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
    const isAsked = inShares(5);
    for (const operation of operations) {
      for (const principal of principals.filter(isAsked)) {
        const answer = await explorerAnswer(principal, operation);
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
    expect(principals).toHaveLength(16);
    expect(counts.asked).toBeGreaterThanOrEqual(Math.floor((operations.length * 16) / 5));
    expect(counts.refused).toBeGreaterThan(300);
  });

  it('has the same answer in the table of the command', async () => {
    const printed: string[] = [];
    await runPolicyCommand(['table', '--csv'], (text) => printed.push(text));
    const [heading = [], ...lines] = printed
      .join('\n')
      .split('\n')
      .map((line) => line.split(','));
    const people = principals.filter((one) => one.situation !== 'key');
    const isCompared = inShares(5);
    const wrong: string[] = [];
    for (const operation of operations) {
      const { resource, action } = operation;
      const line = lines.find(([first, second]) => first === resource && second === action)!;
      for (const { role, situation } of people.filter(isCompared)) {
        const cell = line[heading.indexOf(situation === 'customer' ? 'em nome de um cliente' : role)]!;
        const answer = await explorerAnswer({ role, flags: [], situation }, operation);
        const expected = answer.allowed
          ? ['sim', 'própria', 'confirmada']
          : answer.refusal === 'plan'
            ? ['plano']
            : ['-'];
        if (!expected.includes(cell)) wrong.push(`${role} ${situation} ${resource} ${action}: ${cell}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
