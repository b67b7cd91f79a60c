import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { catalogueOf, failingCases, readCases } from './cases.ts';
import {
  type Desk,
  type ExitCode,
  MISUSE,
  Misuse,
  mustBeOneOf,
  NO,
  pairOf,
  UnusableFile,
  YES,
} from './command-desk.ts';
import { comparePolicies } from './compare-policies.ts';
import { lintPolicy } from './lint-policy.ts';
import { missingCases } from './missing-cases.ts';
import { createPolicy } from './policy.ts';
import { type PolicyTexts, readPolicyTexts } from './policy-files.ts';
import { grantsOf, readPolicy } from './policy-rows.ts';
import { aligned, asCsv, keyTable, policyTable } from './policy-table.ts';
import { type Proof, proveInvariants, readInvariants, smallestMend } from './prove-invariants.ts';
import { DAYS_MAX, printRefusals, printReview, replay } from './record-commands.ts';
import type { Records } from './records.ts';
import {
  actionPhrase,
  changeSentence,
  condition,
  faultSentence,
  mendSentence,
  proofSentence,
  situationPhrase,
  USAGE,
} from './sentences.ts';
import { answersTo, holdersOf, principalsOf } from './situations.ts';
import {
  FLAGS,
  IMPERSONATED_FLAG,
  IMPERSONATOR,
  NO_FLAG,
  OWN_FLAGS,
  PLAN_FLAGS,
  ROLES,
  SITUATIONS,
} from './vocabulary.ts';

/** What each command accepts: how many words after its name, and which option. */
const COMMANDS: Partial<Record<string, { words: number; option?: 'flags' | 'csv' | 'days' | 'unused' }>> = {
  rights: { words: 1, option: 'flags' },
  replay: { words: 1, option: 'days' },
  refusals: { words: 0, option: 'days' },
  review: { words: 1, option: 'unused' },
  can: { words: 3, option: 'flags' },
  who: { words: 2, option: 'csv' },
  table: { words: 0, option: 'csv' },
  keys: { words: 0, option: 'csv' },
  compare: { words: 1, option: 'csv' },
  lint: { words: 0 },
  cases: { words: 0 },
  prove: { words: 0 },
  test: { words: 0 },
};

function can(desk: Desk, words: string[], flagList: string): ExitCode {
  const known = FLAGS.filter((flag) => flag !== NO_FLAG);
  const flags = flagList.split(/[|,\s]+/).filter((flag) => flag !== '');
  for (const flag of flags) mustBeOneOf('flag', flag, known);
  const role = mustBeOneOf('papel', words[0], ROLES);
  const [resource, action] = pairOf(desk, words.slice(1));
  const planFlags = flags.filter((flag) => (PLAN_FLAGS as readonly string[]).includes(flag));
  const asked = flags.includes(IMPERSONATED_FLAG)
    ? 'customer'
    : flags.some((flag) => (OWN_FLAGS as readonly string[]).includes(flag))
      ? 'own'
      : null;
  const answers = answersTo(desk.policy, desk.grants, { role, flags: planFlags }, resource, action).filter(
    ({ situation }) => asked === null || situation === asked,
  );
  for (const { sentence } of answers) desk.print(sentence);
  if (answers.length === 0) desk.print(`não: ${role} não entra em contas de clientes`);
  return answers[0]?.allowed ? YES : NO;
}

function printWhoMay(desk: Desk, words: string[], csv: boolean): ExitCode {
  const [resource, action] = pairOf(desk, words);
  const found = holdersOf(desk.policy, resource, action);
  if (csv) {
    const lines = found.map(({ situation, role, flag, rows, row }) => [
      situationPhrase(situation, IMPERSONATOR.role).replace(',', ''),
      role,
      flag ?? NO_FLAG,
      rows.replaceAll(',', ''),
      String(row.line),
      row.text.replaceAll(',', ''),
    ]);
    desk.print(asCsv([['situação', 'papel', 'flag', 'em quais linhas', 'linha', 'regra'], ...lines]));
    return YES;
  }
  desk.print(`Quem pode ${actionPhrase(resource, action)}:`);
  const width = Math.max(...ROLES.map((role) => role.length));
  for (const situation of SITUATIONS) {
    const holders = found.filter((one) => one.situation === situation);
    const rows = holders[0] ? `, ${holders[0].rows}` : '';
    desk.print(`  ${situationPhrase(situation, IMPERSONATOR.role)}${rows}:`);
    for (const { role, flag, row } of holders)
      desk.print(`    ${role.padEnd(width)}  ${condition(flag ?? NO_FLAG)} (linha ${row.line}: ${row.text})`);
    if (holders.length === 0) desk.print('    ninguém');
  }
  return YES;
}

async function compare(desk: Desk, path: string | undefined, csv: boolean): Promise<ExitCode> {
  if (path === undefined) throw new Misuse('falta dizer: o arquivo da versão anterior');
  const before = await readFile(path, 'utf8').catch(() => {
    throw new Misuse(`não consegui ler ${path}`);
  });
  const result = await comparePolicies(desk.texts.model, before, desk.texts.policy, desk.catalogue);
  if ('faults' in result) {
    for (const { line, problem } of result.faults.before) desk.print(`${path}:${line}: ${problem}`);
    return MISUSE;
  }
  const { added, removed, changed } = result.comparison;
  if (csv) {
    const heading = ['papel', 'flags', 'recurso', 'ação', 'antes', 'agora'];
    const lines = changed.map((one) => [
      one.role,
      one.flags.join('|'),
      one.resource,
      one.action,
      one.before,
      one.after,
    ]);
    desk.print(asCsv([heading, ...lines]));
  } else {
    for (const { line, text } of removed) desk.print(`- ${text} (linha ${line})`);
    for (const { line, text } of added) desk.print(`+ ${text} (linha ${line})`);
    for (const one of changed) desk.print(changeSentence(one));
    desk.print(
      `${added.length} linha(s) a mais, ${removed.length} a menos, ${changed.length} resposta(s) diferente(s)`,
    );
  }
  return changed.length === 0 ? YES : NO;
}

function printRights(desk: Desk, words: string[], flagList: string): ExitCode {
  const role = mustBeOneOf('papel', words[0], ROLES);
  const flags = flagList.split(/[|,\s]+/).filter((flag) => flag !== '');
  for (const flag of flags) mustBeOneOf('flag do plano', flag, PLAN_FLAGS);
  for (const { situation, ...principal } of principalsOf(desk.policy, { role, flags })) {
    desk.print(`${situationPhrase(situation, principal.role)}:`);
    for (const { resource, actions } of desk.catalogue) {
      const allowed = actions.filter((action) => desk.policy.can(principal, resource, action));
      if (allowed.length > 0) desk.print(`  ${resource}: ${allowed.join(', ')}`);
    }
  }
  return YES;
}

function lint(desk: Desk): ExitCode {
  const faults = lintPolicy(desk.texts);
  for (const fault of faults) desk.print(faultSentence(fault));
  desk.print(faults.length === 0 ? 'model.conf, policy.csv e cases.csv em ordem' : `${faults.length} problema(s)`);
  return faults.length === 0 ? YES : NO;
}

/** Or only the broken invariants with their mends; returns their number. */
async function printProofs(desk: Desk, proofs: readonly Proof[], onlyBroken = false): Promise<number> {
  const broken = proofs.filter(({ counterexamples }) => counterexamples.length > 0);
  for (const proof of onlyBroken ? broken : proofs) {
    desk.print(proofSentence(proof));
    if (broken.includes(proof)) desk.print(mendSentence(await smallestMend(desk.texts, proof)));
  }
  return broken.length;
}

async function prove(desk: Desk): Promise<ExitCode> {
  return (await printProofs(desk, proveInvariants(desk.policy, desk.texts))) === 0 ? YES : NO;
}

async function test(desk: Desk): Promise<ExitCode> {
  if (desk.cases.length === 0) {
    desk.print('nenhum caso em cases.csv: isso não é um sucesso');
    return NO;
  }
  const failing = failingCases(desk.policy, desk.cases);
  for (const { policyCase, answer } of failing) {
    const { line, role, flags, resource, action, expected, because } = policyCase;
    const question = [role, flags.join('|'), resource, action].filter(Boolean).join(' ');
    desk.print(`cases.csv:${line}: ${question}: esperado ${expected}, veio ${answer} (${because})`);
  }
  desk.print(`${desk.cases.length} casos, ${failing.length} fora do esperado`);
  const proofs = proveInvariants(desk.policy, desk.texts);
  const broken = await printProofs(desk, proofs, true);
  desk.print(`${proofs.length} invariantes, ${broken} falsas`);
  return failing.length + broken === 0 ? YES : NO;
}

async function answer(desk: Desk, words: readonly string[]): Promise<ExitCode> {
  const options = {
    flags: { type: 'string' },
    csv: { type: 'boolean' },
    days: { type: 'string' },
    unused: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
  const { flags = '', csv = false, days = String(DAYS_MAX), unused = false, help = false } = values;
  if (help) {
    desk.print(USAGE);
    return YES;
  }
  const [command, ...rest] = positionals;
  if (command === undefined) throw new Misuse('falta a pergunta');
  const accepted = COMMANDS[command];
  if (!accepted) throw new Misuse(`não conheço o comando "${command}"`);
  // A word that is left out of the question would make the answer look like an answer to it.
  const extra = rest[accepted.words];
  if (extra !== undefined) throw new Misuse(`"${extra}" sobra depois de ${command}`);
  const option = Object.keys(values).find((name) => name !== accepted.option);
  if (option !== undefined) throw new Misuse(`${command} não tem a opção --${option}`);
  switch (command) {
    case 'can':
      return can(desk, rest, flags);
    case 'who':
      return printWhoMay(desk, rest, csv);
    case 'rights':
      return printRights(desk, rest, flags);
    case 'refusals':
      return printRefusals(desk, days);
    case 'review':
      return printReview(desk, rest[0], unused);
    case 'replay':
      return replay(desk, rest[0], days);
    case 'compare':
      return compare(desk, rest[0], csv);
    case 'table':
    case 'keys': {
      const table = (command === 'keys' ? keyTable : policyTable)(desk.policy, desk.catalogue);
      desk.print(csv ? asCsv(table) : aligned(table));
      return YES;
    }
    case 'lint':
      return lint(desk);
    case 'cases':
      for (const line of missingCases(desk.texts.policy, desk.cases)) desk.print(line);
      return YES;
    case 'prove':
      return prove(desk);
    default:
      return test(desk);
  }
}

const blame = (what: string) => (error: Error) => {
  throw new UnusableFile(`${what}: ${error.message}`);
};

/** Exit code: 0 yes, 1 no, 2 misuse. Invalid files also give 1: no result would be reliable. */
export async function runPolicyCommand(
  words: readonly string[],
  print: (text: string) => void,
  texts?: PolicyTexts,
  records?: Records,
): Promise<ExitCode> {
  try {
    const read = texts ?? (await readPolicyTexts().catch(blame('não consegui ler os arquivos')));
    const { rows, faults } = readPolicy(read.policy);
    const { cases, faults: caseFaults } = readCases(read.cases);
    // Without cases, no resource is known: that is the fault to name.
    const invariantFaults = cases.length > 0 ? readInvariants(read.invariants, catalogueOf(cases)).faults : [];
    const all = [...faults, ...caseFaults, ...invariantFaults];
    for (const fault of all) print(faultSentence(fault));
    if (all.length > 0) return NO;
    const policy = await createPolicy(read.model, read.policy).catch(blame('o Casbin não aceita model.conf'));
    const desk = {
      policy,
      texts: read,
      cases,
      grants: grantsOf(rows),
      catalogue: catalogueOf(cases),
      print,
      records,
    };
    return await answer(desk, words);
  } catch (error) {
    if (error instanceof UnusableFile) {
      print(error.message);
      return NO;
    }
    const isBadOption = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof Misuse) && !isBadOption) throw error;
    print(`${error instanceof Misuse ? error.message : 'opção desconhecida ou sem valor'}\n\n${USAGE}`);
    return MISUSE;
  }
}

if (import.meta.main) process.exitCode = await runPolicyCommand(process.argv.slice(2), console.log);
