import type { Policy, Principal } from './policy.ts';
import { type Fault, meaningfulLines, type ResourceWithActions } from './policy-rows.ts';
import { FLAGS, NO_FLAG, ROLES } from './vocabulary.ts';

const EXPECTATIONS = ['yes', 'no', 'plan'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];
const CASE_COLUMNS = ['role', 'flags', 'resource', 'action', 'expected', 'because'] as const;

/** `no` is a refusal by role, `plan` one by plan. */
export interface Case {
  role: string;
  flags: string[];
  resource: string;
  action: string;
  expected: Expectation;
  because: string;
  line: number;
}

/** Exists only in cases.csv: `casesFrom` expands its line. */
const FROM = 'from';
export const CUSTOMER_ROLES = ['READER', 'WRITER', 'ADMIN', 'OWNER'];
const ALL_FLAGS = FLAGS.filter((flag) => flag !== NO_FLAG);

/** `yes` for the role; `no`, with every flag, for the next lower role and for the staff's WM_FINANCIAL. */
function casesFrom(query: Omit<Case, 'expected'>): Case[] {
  const lower = ROLES[ROLES.findIndex((role) => role === query.role) - 1] ?? '';
  const refused = [lower, 'WM_FINANCIAL'].map((role): Case => ({ ...query, role, flags: ALL_FLAGS, expected: 'no' }));
  return [{ ...query, expected: 'yes' }, ...refused];
}

const isExpectation = (value: string): value is Expectation => (EXPECTATIONS as readonly string[]).includes(value);

/**
 * Each line is a case, with several actions (`create|edit`) or `from` instead of a result. Invalid lines become faults.
 */
export function readCases(text: string): { cases: Case[]; faults: Fault[] } {
  const cases: Case[] = [];
  const faults: Fault[] = [];
  const blame = (line: number, problem: string) => faults.push({ file: 'cases.csv', line, problem });
  const [heading, ...lines] = meaningfulLines(text);
  if (heading?.columns.join() !== CASE_COLUMNS.join()) {
    blame(heading?.line ?? 1, `a primeira linha deve ser o cabeçalho: ${CASE_COLUMNS.join()}`);
  }
  for (const { columns, line } of lines) {
    const [role = '', flags = '', resource = '', action = '', expected = '', because = ''] = columns;
    if (columns.some((column) => column.includes('#'))) blame(line, 'comentário fora do começo da linha');
    else if (columns.length !== CASE_COLUMNS.length) {
      blame(line, `${columns.length} colunas; um caso tem ${CASE_COLUMNS.length} (sem vírgula no motivo)`);
    } else if (!isExpectation(expected) && expected !== FROM) {
      blame(line, `resposta desconhecida: "${expected}" (use yes, no, plan ou from)`);
    } else if (expected === FROM && !CUSTOMER_ROLES.includes(role)) {
      blame(line, `from é só para ${CUSTOMER_ROLES.join(', ')}`);
    } else if (because === '') blame(line, 'falta o motivo');
    else {
      for (const single of action.split('|')) {
        const policyCase = {
          role,
          flags: flags === '' ? [] : flags.split('|'),
          resource,
          action: single,
          because,
          line,
        };
        cases.push(...(expected === FROM ? casesFrom(policyCase) : [{ ...policyCase, expected }]));
      }
    }
  }
  return { cases, faults };
}

export function answerOf(
  policy: Policy,
  { role, flags, resource, action }: Principal & { resource: string; action: string },
): Expectation {
  const asker = { role, flags };
  if (policy.can(asker, resource, action)) return 'yes';
  const verdict = policy.explain(asker, resource, action);
  return !verdict.allowed && verdict.refusal === 'plan' ? 'plan' : 'no';
}

/** Throws if there is no case at all, because an empty result would look like success. */
export function failingCases(policy: Policy, cases: readonly Case[]): { policyCase: Case; answer: Expectation }[] {
  if (cases.length === 0) throw new Error('cases.csv holds no case');
  return cases
    .map((policyCase) => ({ policyCase, answer: answerOf(policy, policyCase) }))
    .filter(({ policyCase, answer }) => answer !== policyCase.expected);
}

/** cases.csv covers every one, including those for WM_ADMIN only. */
export function catalogueOf(cases: readonly Case[]): ResourceWithActions[] {
  const resources = new Map<string, Set<string>>();
  for (const { resource, action } of cases) resources.set(resource, (resources.get(resource) ?? new Set()).add(action));
  return [...resources].map(([resource, actions]) => ({ resource, actions: [...actions] }));
}
