import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { rememberPermissions } from '../../access-control/permissions.ts';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { FLAGS } from '../../access-control/vocabulary.ts';
import { screenTable } from '../../src/console/providers/screens.ts';
import { screens } from '../../src/console/screens.tsx';
import { loggedDecisions } from '../../src/server/staff/policy/logged-decisions.ts';
import { reviewOf } from '../../src/server/staff/policy/review-of.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const texts = await readPolicyTexts();
const folder = mkdtempSync(join(tmpdir(), 'prosa-auditor-'));
const page = readFileSync('docs/auditing-access.md', 'utf8');
/** The rows of the page's table: question, command and screens. */
const questions = page
  .split('\n')
  .filter((line) => line.includes('`npm run policy -- ') && line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, question = '', command = '', screen = '']) => ({
    question,
    command: /-- (.*)`/.exec(command)?.[1] ?? '',
    paths: [...screen.matchAll(/`(\/[^`?]*)/g)].map(([, path]) => path!),
  }));

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startServer({ worker: false });
  owner = await server.signUp({ name: 'Helena Prado' });
  const reader = await server.as(owner, 'READER');
  await server.as(owner, 'ADMIN');
  await reader.get('/users');
  await until(async () => (await owner.get('/access-decisions')).body.total === 1);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

async function run(command: string): Promise<string> {
  const { db } = server.services;
  const old = join(folder, 'OLD.csv');
  writeFileSync(old, texts.policy.replace('p, ADMIN, self, users, resend', 'p, OWNER, self, users, resend'));
  const words = command.replace('OLD.csv', old).replace('ACCOUNT', owner.accountId).split(' ');
  const printed: string[] = [];
  await runPolicyCommand(words, (text) => printed.push(text), texts, {
    decisions: (days) => loggedDecisions(db, days),
    review: (account, policy) =>
      reviewOf(
        db,
        account,
        policy.version,
        rememberPermissions(policy, () => catalogueOf(readCases(texts.cases).cases), FLAGS),
      ),
  });
  return printed.join('\n');
}

const EXPECTED: Record<string, readonly (string | RegExp)[]> = {
  "Who can export visitors' data?": [
    /ADMIN .*conversations, export/,
    /em nome de um cliente, como OWNER:\n {4}ninguém/,
  ],
  'What may a READER on the free plan do?': [/na própria conta:/, /\n {2}contents: list, show\n/, /com chave de API:/],
  "May staff charge a customer's card?": [/em nome de um cliente, como OWNER: não, por papel/],
  'What has changed since the last release?': [
    '+ p, ADMIN, self, users, resend',
    /ADMIN com self: .*antes não, agora sim/,
  ],
  'Who could end the account?': [/OWNER .*account, delete/, /com chave de API:\n {4}ninguém/],
  'What may this key do?': [/contents +create +- +sim +sim/],
  'Is it proven that nobody but OWNER ends the account?': ['provado: Só OWNER muda ou encerra a conta'],
  'What was refused last week?': [/READER com self, fresh: não pôde listar users; pedido /, '1 recusa(s) em 7 dia(s)'],
  'Who, by name, is ADMIN?': [/^OWNER Helena Prado \(person\): desde /, /\nADMIN /],
  'Which rights are unused?': [/\n {4}sem uso: contents create/],
};

it('has the ten questions on the page', () => {
  expect(questions.map(({ question }) => question)).toEqual(Object.keys(EXPECTED));
});

it.each(questions)('answers "$question" by one command', async ({ question, command }) => {
  const text = await run(command);
  for (const part of EXPECTED[question]!) {
    if (typeof part === 'string') expect(text).toContain(part);
    else expect(text).toMatch(part);
  }
});

it.each(questions)('has a screen for "$question"', ({ paths }) => {
  const { screenAt } = screenTable(screens);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(screenAt(path)?.permission, path).toBeDefined();
});
