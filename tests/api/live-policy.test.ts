import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LivePolicy, livePolicy, openLivePolicy } from '../../access-control/live-policy.ts';
import { versionOf } from '../../access-control/policy.ts';
import { openPolicy, type PolicyTexts, readPolicyTexts } from '../../access-control/policy-files.ts';
import { createApp } from '../../src/server/app.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

const original = await readPolicyTexts();
/** What the files have now. */
let files: PolicyTexts;
let server: SharedServer;
let policy: LivePolicy;
let app: FastifyInstance;
let writer: Caller;
let auditor: Staff;
beforeAll(async () => {
  server = await sharedServer();
  files = original;
  policy = await openLivePolicy(() => Promise.resolve(files));
  app = await createApp({ services: { ...server.services, policy } });
  writer = await server.as(await server.signUp(), 'WRITER');
  auditor = await createStaff(server, { role: 'WM_READER' });
});
beforeEach(async () => {
  files = original;
  await policy.reload();
});
afterAll(async () => {
  await app.close();
});

const get = async (url: string, caller?: Pick<Caller, 'tokens'>) => {
  const headers = caller ? { authorization: `Bearer ${caller.tokens.accessToken}` } : {};
  const { statusCode: status, body } = await app.inject({ method: 'GET', url: `/api${url}`, headers });
  return { status, body: JSON.parse(body) };
};
const change = (name: 'policy' | 'cases', from: string, to: string) => {
  expect(files[name]).toContain(from);
  files = { ...files, [name]: files[name].replace(from, to) };
};
/** Lets WRITER decide that phrasings are learnt, with the case for it. */
function openLearning() {
  change('policy', 'p, ADMIN, any, phrasings, automate', 'p, WRITER, any, phrasings, automate');
  const cases = files.cases.split('\n').filter((line) => !line.includes(',phrasings,automate,'));
  files = { ...files, cases: [...cases, 'WRITER,,phrasings,automate,yes,um teste', ''].join('\n') };
}

it('puts a changed policy in force without a restart, for calls, the console and the explorer', async () => {
  const learns = async () => (await get('/users/me', writer)).body.permissions.allowed.phrasings.includes('automate');
  expect(await learns()).toBe(false);
  const before = (await get('/about')).body.policy;
  openLearning();
  expect(await learns()).toBe(false);
  expect(await policy.reload()).toBe(versionOf(files.policy));
  expect(await learns()).toBe(true);
  const after = (await get('/about')).body.policy;
  expect(after).not.toBe(before);
  expect(after).toBe(versionOf(files.policy));
  const { rows } = (await get('/admin/policy', auditor)).body;
  expect(rows.map(({ text }: { text: string }) => text)).toContain('p, WRITER, any, phrasings, automate');
});

it.each([
  [
    'a row that breaks an invariant',
    'policy',
    'p, ADMIN, any, contexts, manage',
    'p, READER, any, contexts, manage',
    'invariants.csv:',
  ],
  [
    'a faulty line',
    'policy',
    'p, ADMIN, any, contexts, manage',
    'p, ADMIN, any, contexts',
    '4 colunas; uma linha p tem 5',
  ],
  [
    'an unknown role',
    'policy',
    'p, ADMIN, any, contexts, manage',
    'p, ADMN, any, contexts, manage',
    'papel desconhecido: ADMN',
  ],
  [
    'a permission without its case',
    'policy',
    'p, ADMIN, any, phrasings, automate',
    'p, WRITER, any, phrasings, automate',
    'cases.csv:',
  ],
] as const)('refuses %s with the sentence, and keeps the policy in force', async (_, name, from, to, sentence) => {
  change(name, from, to);
  await expect(policy.reload()).rejects.toThrow(sentence);
  expect(policy.version).toBe(versionOf(original.policy));
  expect((await get('/about')).body.policy).toBe(versionOf(original.policy));
  expect(policy.texts()).toEqual(original);
});

it('keeps the policy in force if a file cannot be read', async () => {
  const first = await openPolicy(original);
  const unreadable = livePolicy(first, original, () => Promise.reject(new Error('ENOENT')));
  await expect(unreadable.reload()).rejects.toThrow('ENOENT');
  expect(unreadable.can({ role: 'OWNER', flags: ['self'] }, 'account', 'edit')).toBe(true);
});
