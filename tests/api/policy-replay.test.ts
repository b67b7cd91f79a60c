import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { loggedDecisions } from '../../src/server/staff/policy/logged-decisions.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

const texts = await readPolicyTexts();
const folder = mkdtempSync(join(tmpdir(), 'prosa-replay-'));
let server: TestServer;
let owner: Caller;
let reader: Caller;
let auditor: Staff;
beforeAll(async () => {
  server = await startServer({ worker: false });
  owner = await server.signUp({ name: 'Helena Prado' });
  reader = await server.as(owner, 'READER');
  auditor = await createStaff(server, { role: 'WM_READER' });
  for (let call = 0; call < 3; call += 1) await reader.post('/contents/faq', {});
  await reader.get('/notices');
  await until(async () => (await owner.get('/access-decisions')).body.total === 3);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const replay = (policy: string, days = 30) => auditor.post('/admin/policy/replay', { policy, days });

/** Runs the command on a version of the policy, with the decisions of the server. */
async function command(policy: string, ...options: string[]) {
  const file = join(folder, 'other.csv');
  writeFileSync(file, policy);
  const printed: string[] = [];
  const words = ['replay', file, ...options];
  const code = await runPolicyCommand(words, (text) => printed.push(text), texts, {
    decisions: (days) => loggedDecisions(server.services.db, days),
    review: () => Promise.resolve(null),
  });
  return { code, text: printed.join('\n').replaceAll(file, 'other.csv') };
}

it('finds no decision that the policy in force would decide otherwise', async () => {
  const { body } = await replay(texts.policy);
  expect(body).toMatchObject({ differing: 0, changes: [] });
  expect(body.decisions).toBeGreaterThan(3);
  expect(await command(texts.policy)).toMatchObject({ code: 0, text: expect.stringContaining(' 0 seriam outras') });
});

it('counts by role and person what another version would allow or refuse', async () => {
  const other = texts.policy
    .replace('p, WRITER, any, contents, manage', 'p, READER, any, contents, manage')
    .replace('p, READER, any, notices, list', 'p, ADMIN, any, notices, list');
  const { body } = await replay(other);
  const allowed = { role: 'READER', resource: 'contents', action: 'create', before: 'no', after: 'yes', count: 3 };
  const refused = { role: 'READER', resource: 'notices', action: 'list', before: 'yes', after: 'no', count: 1 };
  expect(body.changes).toMatchObject([allowed, refused]);
  expect(body.differing).toBe(4);
  expect(body.changes[0].people).toHaveLength(1);
  expect(body.changes[0].people[0].count).toBe(3);
  const { code, text } = await command(other, '--days', '7');
  expect(code).toBe(1);
  expect(text).toContain('3× READER: criar contents: foi não, seria sim');
  expect(text).toContain('1× READER: listar notices: foi sim, seria não');
  expect(text).toContain(`pedido ${body.changes[0].example.requestId}`);
});

it('asks only the decisions of the last days', async () => {
  await server.services.db.pool.query(`update access_decisions set at = now() - interval '3 days' where not allowed`);
  const other = texts.policy.replace('p, WRITER, any, contents, manage', 'p, READER, any, contents, manage');
  expect((await replay(other, 2)).body.differing).toBe(0);
  expect((await replay(other, 4)).body.differing).toBe(3);
});

it('refuses a version with faulty lines, and days beyond those that are kept', async () => {
  const faulty = `${texts.policy}p, WRITTER\n`;
  expect(await replay(faulty)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  expect(await command(faulty)).toMatchObject({ code: 2, text: expect.stringContaining('other.csv:') });
  expect((await replay(texts.policy, 91)).status).toBe(422);
  expect((await command(texts.policy, '--days', '91')).code).toBe(2);
  expect((await owner.post('/admin/policy/replay', { policy: texts.policy, days: 1 })).status).toBe(403);
});
