import { catalogueOf, readCases } from './cases.ts';
import { comparePolicies } from './compare-policies.ts';
import { createPolicy, type Policy, type Principal } from './policy.ts';
import type { PolicyTexts } from './policy-files.ts';
import {
  type Fault,
  grantsOf,
  meaningfulLines,
  readPolicy,
  type ResourceWithActions,
  rolesAbove,
} from './policy-rows.ts';
import { EVERY, FLAGS, NO_FLAG, ROLES } from './vocabulary.ts';

const COLUMNS = ['sentence', 'roles', 'with', 'without', 'resources', 'actions'] as const;
const REAL_FLAGS: readonly string[] = FLAGS.filter((flag) => flag !== NO_FLAG);

/** The subjects may do none of the actions on any of the resources. */
export interface Invariant {
  sentence: string;
  roles: string[];
  /** Flags that a subject has, and lacks. */
  with: string[];
  without: string[];
  /** Every resource with the actions that are forbidden on it. */
  forbidden: ResourceWithActions[];
  line: number;
}

interface Counterexample extends Principal {
  resource: string;
  action: string;
  row: { line: number; text: string };
}

/**
 * `a|b`, `!a|b` (all but) and `every`; a resource stands for its guarded fields, too. Returns the unknown names: a typo
 * must not weaken a rule.
 */
function expand(cell: string, known: readonly string[]): { names: string[]; unknown: string[] } {
  if (cell === '') return { names: [], unknown: [] };
  if (cell === EVERY) return { names: [...known], unknown: [] };
  const isAllBut = cell.startsWith('!');
  const listed = cell.replace('!', '').split('|');
  const unknown = listed.filter((name) => !known.includes(name));
  const isListed = (name: string) => listed.includes(name) || listed.includes(name.split('.')[0] as string);
  return { names: known.filter((name) => isListed(name) !== isAllBut), unknown };
}

/** Lines with a wrong number of columns or an unknown name become faults. */
export function readInvariants(
  text: string,
  catalogue: readonly ResourceWithActions[],
): { invariants: Invariant[]; faults: Fault[] } {
  const invariants: Invariant[] = [];
  const faults: Fault[] = [];
  const [heading, ...lines] = meaningfulLines(text);
  const blame = (line: number, problem: string) => faults.push({ file: 'invariants.csv', line, problem });
  if (heading?.columns.join() !== COLUMNS.join())
    blame(heading?.line ?? 1, `a primeira linha deve ser ${COLUMNS.join()}`);
  if (lines.length === 0) blame(1, 'nenhuma invariante');
  for (const { columns, line } of lines) {
    const [sentence = '', roles = '', present = '', absent = '', resources = '', actions = ''] = columns;
    if (columns.length !== COLUMNS.length) {
      blame(line, `${columns.length} colunas; uma invariante tem ${COLUMNS.length} (sem vírgula na frase)`);
      continue;
    }
    const expanded = {
      roles: expand(roles, ROLES),
      with: expand(present, REAL_FLAGS),
      without: expand(absent, REAL_FLAGS),
      resources: expand(
        resources,
        catalogue.map(({ resource }) => resource),
      ),
    };
    const concerned = catalogue.filter(({ resource }) => expanded.resources.names.includes(resource));
    const known = [...new Set(concerned.flatMap((one) => one.actions))];
    // An action in an exclusion may belong to no resource of the line: it excludes nothing there.
    const forbiddenActions = expand(actions, known);
    const unknown = [
      ...Object.values(expanded).flatMap((one) => one.unknown),
      ...(actions.startsWith('!') ? [] : forbiddenActions.unknown),
    ];
    if (unknown.length > 0) blame(line, `não existe: ${unknown.join(', ')}`);
    const forbidden = concerned
      .map((one) => ({ ...one, actions: one.actions.filter((action) => forbiddenActions.names.includes(action)) }))
      .filter((one) => one.actions.length > 0);
    if (expanded.roles.names.length === 0 || forbidden.length === 0) blame(line, 'a invariante não proíbe nada');
    const { roles: named, with: has, without: lacks } = expanded;
    invariants.push({ sentence, roles: named.names, with: has.names, without: lacks.names, forbidden, line });
  }
  return { invariants, faults };
}

const subsetsOf = (flags: readonly string[]) =>
  flags.reduce<string[][]>((sets, flag) => [...sets, ...sets.map((set) => [...set, flag])], [[]]);

/**
 * Each role with every set of flags that it allows, on each resource and action. Exhaustive, hence a proof: the only
 * flags left out are in no row about the resource and cannot change an answer.
 */
export function proveInvariant(
  policy: Policy,
  flagsOf: (resource: string) => readonly string[],
  invariant: Invariant,
): { counterexamples: Counterexample[]; checks: number } {
  const counterexamples: Counterexample[] = [];
  let checks = 0;
  for (const { resource, actions } of invariant.forbidden) {
    const free = flagsOf(resource).filter(
      (flag) => !invariant.with.includes(flag) && !invariant.without.includes(flag),
    );
    for (const flags of subsetsOf(free).map((set) => [...invariant.with, ...set])) {
      for (const role of invariant.roles) {
        for (const action of actions) {
          checks += 1;
          if (!policy.can({ role, flags }, resource, action)) continue;
          const verdict = policy.explain({ role, flags }, resource, action);
          const row = verdict.allowed ? { line: verdict.line, text: verdict.because } : { line: 0, text: '' };
          counterexamples.push({ role, flags, resource, action, row });
        }
      }
    }
  }
  return { counterexamples, checks };
}

export function flagsByResource(policyText: string): (resource: string) => readonly string[] {
  const flags = Map.groupBy(grantsOf(readPolicy(policyText).rows), ({ resource }) => resource);
  return (resource) => [
    ...new Set((flags.get(resource) ?? []).map(({ flag }) => flag).filter((flag) => flag !== NO_FLAG)),
  ];
}

export interface Proof {
  invariant: Invariant;
  counterexamples: Counterexample[];
  checks: number;
}

/** Throws if invariants.csv has a faulty line. */
export function proveInvariants(policy: Policy, { policy: policyText, cases, invariants: text }: PolicyTexts): Proof[] {
  const { invariants, faults } = readInvariants(text, catalogueOf(readCases(cases).cases));
  if (faults.length > 0)
    throw new Error(faults.map(({ file, line, problem }) => `${file}:${line}: ${problem}`).join('\n'));
  const flagsOf = flagsByResource(policyText);
  return invariants.map((invariant) => ({ invariant, ...proveInvariant(policy, flagsOf, invariant) }));
}

/** Without `after`, the row is removed. */
export interface RowChange {
  line: number;
  before: string;
  after?: string;
  changed: number;
}

/** The one with the fewest other effects: a required flag, a higher role, no row. Null if one is not enough. */
export async function smallestMend(
  texts: PolicyTexts,
  { invariant, counterexamples }: Proof,
): Promise<RowChange | null> {
  const catalogue = catalogueOf(readCases(texts.cases).cases);
  const { rows } = readPolicy(texts.policy);
  const mends: RowChange[] = [];
  for (const { role, flag, resource, action, row } of grantsOf(rows)) {
    if (!counterexamples.some((one) => one.row.line === row.line)) continue;
    const higher = [...rolesAbove(rows, role).keys()].filter((one) => one !== role);
    const versions = [
      ...(flag === NO_FLAG ? invariant.without.map((one) => ['p', role, one, resource, action].join(', ')) : []),
      ...higher.map((one) => ['p', one, flag, resource, action].join(', ')),
      undefined,
    ];
    for (const after of versions) {
      const lines = texts.policy.split('\n');
      lines[row.line - 1] = after ?? '';
      const changedText = lines.join('\n');
      const policy = await createPolicy(texts.model, changedText);
      if (proveInvariant(policy, flagsByResource(changedText), invariant).counterexamples.length > 0) continue;
      const compared = await comparePolicies(texts.model, texts.policy, changedText, catalogue);
      const changed = 'comparison' in compared ? compared.comparison.changed.length : Infinity;
      mends.push({ line: row.line, before: row.text, ...(after && { after }), changed });
    }
  }
  return mends.sort((a, b) => a.changed - b.changed)[0] ?? null;
}
