import { expect, test } from 'vitest';
import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { runPolicyCommand } from '../../access-control/policy-command.ts';
import { openPolicy, type PolicyTexts, readPolicyTexts } from '../../access-control/policy-files.ts';
import { readInvariants } from '../../access-control/prove-invariants.ts';

const texts = await readPolicyTexts();
const catalogue = catalogueOf(readCases(texts.cases).cases);
const { invariants } = readInvariants(texts.invariants, catalogue);
const HEADING = 'sentence,roles,with,without,resources,actions';
const lineOf = (row: string) => texts.policy.split('\n').indexOf(row) + 1;

async function run(command: string, changed: Partial<PolicyTexts> = {}) {
  const printed: string[] = [];
  const code = await runPolicyCommand(command.split(' '), (text) => printed.push(text), { ...texts, ...changed });
  return { code, lines: printed.join('\n').split('\n') };
}

test('every invariant of the shipped policy is proven', async () => {
  const { code, lines } = await run('prove');
  expect(code).toBe(0);
  expect(lines).toHaveLength(invariants.length);
  expect(lines.every((line) => /^provado: .* \(\d+ perguntas\)$/.test(line))).toBe(true);
});

test('a broken invariant is printed with a counterexample and the smallest change of a row that mends it', async () => {
  const row = 'p, OWNER, fresh, account, export';
  const policy = texts.policy.replace(row, 'p, OWNER, any, account, export');
  const { code, lines } = await run('prove', { policy });
  expect(code).toBe(1);
  const at = lines.findIndex((line) => line.startsWith('falso: Em nome de um cliente a equipe não exporta'));
  expect(lines[at]).toMatch(
    new RegExp(
      `OWNER com impersonated pode fazer "export" em account \\(linha ${lineOf(row)}: p, OWNER, any, account, export\\)`,
    ),
  );
  expect(lines[at + 1]).toBe(
    `  menor mudança que resolve: trocar a linha ${lineOf(row)} por "p, OWNER, self, account, export"; 6 resposta(s) mudariam`,
  );
  expect((await run('test', { policy })).code).toBe(1);
});

test('the server does not open a policy that breaks an invariant', async () => {
  const policy = `${texts.policy}p, WM_FINANCIAL, any, conversations, list\n`;
  await expect(openPolicy({ ...texts, policy })).rejects.toThrow(/A equipe de leitura e a de finanças não veem dados/);
});

test.each([
  ['x,READER,,,contents,list', 'nenhuma'],
  ['x,REEDER,,,contents,edit', 'invariants.csv:2: não existe: REEDER'],
  ['x,READER,gold,,contents,edit', 'invariants.csv:2: não existe: gold'],
  ['x,READER,,,contnts,edit', 'invariants.csv:2: não existe: contnts'],
  ['x,READER,,,contents,view', 'invariants.csv:2: não existe: view'],
  ['x,READER,,,contents', 'invariants.csv:2: 5 colunas; uma invariante tem 6 (sem vírgula na frase)'],
  ['x,!READER|WRITER|ADMIN|OWNER|ANYONE|MEMBER|WM_ADMIN|WM_READER|WM_FINANCIAL,,,contents,edit', 'não proíbe nada'],
])('a line that says nothing, or something else than meant, is a fault: %s', async (line, problem) => {
  const { lines, code } = await run('prove', { invariants: `${HEADING}\n${line}\n` });
  expect(code).toBe(1);
  if (problem === 'nenhuma') expect(lines[0]).toMatch(/^falso: x /);
  else expect(lines.join('\n')).toContain(problem);
});

test('a file without invariants proves nothing and is a fault', async () => {
  expect(await run('prove', { invariants: `${HEADING}\n` })).toEqual({
    code: 1,
    lines: ['invariants.csv:1: nenhuma invariante'],
  });
});
