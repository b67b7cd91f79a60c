import { type Case, catalogueOf, readCases } from './cases.ts';
import { declaredObjects, guardedObjects } from './guarded-fields.ts';
import type { PolicyTexts } from './policy-files.ts';
import type { Fault, Grant, PolicyRow, ResourceWithActions } from './policy-rows.ts';
import { actionsOf, grantsOf, readPolicy, resourcesOf, rolesAbove } from './policy-rows.ts';
import { ALL_POWERFUL, EVERY, FLAGS, NO_FLAG, ROLES } from './vocabulary.ts';

const isRole = (value: string) => (ROLES as readonly string[]).includes(value);
const isFlag = (value: string) => (FLAGS as readonly string[]).includes(value);
const pairsOf = (resources: readonly ResourceWithActions[]) =>
  new Set(resources.flatMap(({ resource, actions }) => actions.map((action) => `${resource} ${action}`)));

function repeated<T extends { line: number }>(items: readonly T[], keyOf: (item: T) => string) {
  const first = new Map<string, number>();
  return items.flatMap((item) => {
    const earlier = first.get(keyOf(item));
    if (earlier === undefined) first.set(keyOf(item), item.line);
    return earlier === undefined ? [] : [{ line: item.line, problem: `repete a linha ${earlier}` }];
  });
}

function problemsOfGrant({ role, flag, resource, action }: Grant): string[] {
  const problems = [];
  if (!isRole(role)) problems.push(`papel desconhecido: ${role}`);
  if (!isFlag(flag)) problems.push(`flag desconhecida: ${flag}`);
  const opensAll = `${flag} ${resource} ${action}` === `${NO_FLAG} ${EVERY} ${EVERY}`;
  // The matcher lets any row of this role allow everything, so a second row would only cause wrong explanations.
  if (role === ALL_POWERFUL && !opensAll) problems.push(`${ALL_POWERFUL} tem uma linha só: any, every, every`);
  if (role !== ALL_POWERFUL && (resource === EVERY || action === EVERY)) problems.push(`every é só de ${ALL_POWERFUL}`);
  return problems;
}

function problemsOfGrouping(rows: readonly PolicyRow[], { kind, values }: PolicyRow): string[] {
  const [member = '', group = ''] = values;
  const problems = [];
  if (kind === 'g') {
    for (const role of values) if (!isRole(role)) problems.push(`papel desconhecido: ${role}`);
    if (rolesAbove(rows, member).has(group)) problems.push(`herança em círculo: ${member}, ${group}`);
    // The matcher compares the caller's own role, so roles that inherit it gain nothing.
    if (values.includes(ALL_POWERFUL)) problems.push(`${ALL_POWERFUL} não entra em herança`);
    return problems;
  }
  if (!grantsOf(rows).some((grant) => grant.action === group)) problems.push(`nenhuma linha p usa o grupo ${group}`);
  if (actionsOf(rows, member)[0] !== member) problems.push(`um grupo não entra em outro: ${member}`);
  return problems;
}

function lintRows(rows: readonly PolicyRow[], pairsInCases: ReadonlySet<string>): Omit<Fault, 'file'>[] {
  const grants = new Map(grantsOf(rows).map((grant) => [grant.row, grant]));
  const found = rows.flatMap((row) => {
    const grant = grants.get(row);
    if (!grant) return problemsOfGrouping(rows, row).map((problem) => ({ line: row.line, problem }));
    const unasked = actionsOf(rows, grant.action).filter(
      (action) => grant.resource !== EVERY && !pairsInCases.has(`${grant.resource} ${action}`),
    );
    const problems = unasked.map((action) => `nenhum caso pergunta por ${grant.resource} ${action}`);
    return [...problemsOfGrant(grant), ...problems].map((problem) => ({ line: row.line, problem }));
  });
  return [...found, ...repeated(rows, (row) => row.text)];
}

function lintCases(cases: readonly Case[], granted: ReadonlySet<string>): Omit<Fault, 'file'>[] {
  const pairOf = ({ resource, action }: Case) => `${resource} ${action}`;
  const staffAlone = new Set(
    cases.filter(({ role, expected }) => role === ALL_POWERFUL && expected === 'yes').map(pairOf),
  );
  const found = cases.flatMap((policyCase) => {
    const problems = [];
    if (!isRole(policyCase.role)) problems.push(`papel desconhecido: ${policyCase.role}`);
    for (const flag of policyCase.flags) {
      if (!isFlag(flag) || flag === NO_FLAG) problems.push(`flag desconhecida: ${flag}`);
    }
    if (!granted.has(pairOf(policyCase)) && !staffAlone.has(pairOf(policyCase))) {
      problems.push(
        `nenhuma linha de policy.csv concede ${pairOf(policyCase)}, nem há caso em que ${ALL_POWERFUL} passe`,
      );
    }
    return problems.map((problem) => ({ line: policyCase.line, problem }));
  });
  const question = ({ role, flags, resource, action }: Case) =>
    [role, [...flags].sort().join('|'), resource, action].join();
  return [...found, ...repeated(cases, question)];
}

/** Complete because rows only allow, each needs at most one flag, and no flag takes an answer away. */
const REQUIRED_MODEL = {
  policy_definition: ['p = role, flag, resource, action', 'uma linha tem um papel, uma flag, um recurso e uma ação'],
  policy_effect: ['e = some(where (p.eft == allow))', 'as linhas só permitem: nenhuma proíbe'],
} as const;
/** The only use of flags in the matcher. */
const FLAG_CONDITION = '(p.flag == "any" || (p.flag in r.flags))';

function lintModel(text: string): Omit<Fault, 'file'>[] {
  const faults: Omit<Fault, 'file'>[] = [];
  let section = '';
  const seen = new Set<string>();
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    const meaning = content.trim();
    if (meaning === '' || meaning.startsWith('#')) continue;
    section = /^\[(\w+)\]$/.exec(meaning)?.[1] ?? section;
    if (meaning.startsWith('[')) continue;
    seen.add(section);
    const [required, reason] = REQUIRED_MODEL[section as keyof typeof REQUIRED_MODEL] ?? [meaning, ''];
    if (meaning !== required) faults.push({ line, problem: `${reason} (${required})` });
    if (section !== 'matchers') continue;
    const others = meaning.replace(FLAG_CONDITION, '');
    if (!meaning.includes(FLAG_CONDITION) || /flag|!/.test(others))
      faults.push({ line, problem: `uma flag só acrescenta: o matcher a usa uma vez, em ${FLAG_CONDITION}` });
  }
  for (const name of [...Object.keys(REQUIRED_MODEL), 'matchers'])
    if (!seen.has(name)) faults.push({ line: 1, problem: `falta a seção ${name}` });
  return faults;
}

function lintUnknown(cases: readonly Case[], known: readonly ResourceWithActions[]): Omit<Fault, 'file'>[] {
  const pairs = pairsOf(known);
  return cases
    .filter(({ resource, action }) => !pairs.has(`${resource} ${action}`))
    .map(({ resource, action, line }) => ({ line, problem: `recurso ou ação que não existe: ${resource} ${action}` }));
}

function lintMissing(cases: readonly Case[], declared: readonly ResourceWithActions[]): Omit<Fault, 'file'>[] {
  const asked = pairsOf(catalogueOf(cases));
  const missing = [...pairsOf(declared)].filter((pair) => !asked.has(pair));
  return missing.map((pair) => ({ line: 1, problem: `nenhum caso pergunta por ${pair}` }));
}

/** Each guarded field needs rows, or a case that says that it is for staff alone; other fields have no rows. */
function lintFields(
  rows: readonly PolicyRow[],
  cases: readonly Case[],
  guarded: readonly ResourceWithActions[],
): Omit<Fault, 'file'>[] {
  const pairs = pairsOf(guarded);
  const alone = cases.filter(({ role, expected }) => role === ALL_POWERFUL && expected === 'yes');
  const settled = new Set([...pairsOf(resourcesOf(rows)), ...pairsOf(catalogueOf(alone))]);
  const strange = grantsOf(rows).flatMap(({ resource, action, row }) =>
    actionsOf(rows, action)
      .filter((one) => resource.includes('.') && !pairs.has(`${resource} ${one}`))
      .map((one) => ({ line: row.line, problem: `não é campo guardado (guarded: true): ${resource} ${one}` })),
  );
  const missing = [...pairs].filter((pair) => !settled.has(pair));
  return [
    ...strange,
    ...missing.map((pair) => ({
      line: 1,
      problem: `nenhuma linha diz quem tem o campo guardado, nem há caso em que só ${ALL_POWERFUL} passe: ${pair}`,
    })),
  ];
}

/**
 * Casbin silently drops what it does not understand. Each grant needs a case, so does each action of a declared resource,
 * and each case an existing resource and action, also among `known` (all there are) if given. Checks what `comparePolicies` assumes about model.conf, and guarded fields, too.
 */
export function lintPolicy(
  texts: Omit<PolicyTexts, 'invariants'>,
  known?: readonly ResourceWithActions[],
  guarded: readonly ResourceWithActions[] = guardedObjects(),
  declared: readonly ResourceWithActions[] = known ?? declaredObjects(),
): Fault[] {
  const { rows, faults } = readPolicy(texts.policy);
  const { cases, faults: caseFaults } = readCases(texts.cases);
  const rowFaults = [...lintRows(rows, pairsOf(catalogueOf(cases))), ...lintFields(rows, cases, guarded)];
  const faultsOfCases = lintCases(cases, pairsOf(resourcesOf(rows)));
  if (known) faultsOfCases.push(...lintUnknown(cases, known));
  faultsOfCases.push(...lintMissing(cases, declared));
  if (cases.length === 0) faultsOfCases.push({ line: 1, problem: 'nenhum caso' });
  return [
    ...lintModel(texts.model).map((fault) => ({ file: 'model.conf', ...fault })),
    ...faults,
    ...rowFaults.map((fault) => ({ file: 'policy.csv', ...fault })),
    ...caseFaults,
    ...faultsOfCases.map((fault) => ({ file: 'cases.csv', ...fault })),
  ];
}
