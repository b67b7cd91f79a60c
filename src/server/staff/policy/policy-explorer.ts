import type { z } from 'zod';
import { catalogueOf, readCases } from '../../../../access-control/cases.ts';
import { comparePolicies, resourceCount } from '../../../../access-control/compare-policies.ts';
import { lintPolicy } from '../../../../access-control/lint-policy.ts';
import type { Policy } from '../../../../access-control/policy.ts';
import type { PolicyTexts } from '../../../../access-control/policy-files.ts';
import { type Fault, grantsOf, readPolicy, type ResourceWithActions } from '../../../../access-control/policy-rows.ts';
import { lowestKeyRole, policyTable } from '../../../../access-control/policy-table.ts';
import { proveInvariants } from '../../../../access-control/prove-invariants.ts';
import { type LoggedDecision, replayDecisions } from '../../../../access-control/replay-decisions.ts';
import { grantSentence } from '../../../../access-control/sentences.ts';
import { answersTo, holdersOf } from '../../../../access-control/situations.ts';
import { FLAGS, FRESH_FLAG, IMPERSONATOR, NO_FLAG, ROLES, SELF_FLAG } from '../../../../access-control/vocabulary.ts';
import type {
  PolicyAnswers,
  PolicyCell,
  PolicyComparison,
  PolicyQuestion,
  PolicyReplay,
  PolicyView,
  policyWho,
} from '../../../shared/policy.ts';
import { API_KEY_ROLES } from '../../../shared/roles.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { t } from '../../runtime/translate.ts';

type Flag = PolicyView['flags'][number];
type RoleName = PolicyView['roles'][number];

const [HIGHEST_KEY_ROLE] = API_KEY_ROLES;

/** Each needs two enforcers and hundreds of checks. */
const RESOURCES_MAX = 500;

const CHANGES_MAX = 200;
const PEOPLE_MAX = 10;

const faultMessage = ({ line, problem }: Fault) => t('validation.policy_line', { line, problem });
const invalidInput = (field: string, sentences: readonly string[]) =>
  new ApiError('invalid_input', { errors: sentences.map((message) => ({ field, code: 'invalid', message })) });

function cellOf(
  policy: Policy,
  role: RoleName,
  resource: string,
  action: string,
  callerFlags: readonly Flag[] = [],
): PolicyCell {
  const plain = policy.explain({ role, flags: callerFlags }, resource, action);
  if (plain.allowed) return { role, answer: 'yes', flag: null, line: plain.line };
  const missing = plain.missing as Flag | undefined;
  if (!missing) return { role, answer: 'no', flag: null, line: null };
  const granted = policy.explain({ role, flags: [...callerFlags, missing] }, resource, action);
  const line = granted.allowed ? granted.line : null;
  return { role, answer: missing === SELF_FLAG || missing === FRESH_FLAG ? missing : 'plan', flag: missing, line };
}

/** For the lowest role of a key that may. A key has no session, so it is never told to use its own. */
function keyCell(policy: Policy, resource: string, action: string): PolicyCell {
  const lowest = lowestKeyRole(policy, resource, action);
  if (lowest) return cellOf(policy, lowest.role as RoleName, resource, action);
  return { role: HIGHEST_KEY_ROLE, answer: 'no', flag: null, line: null };
}

/** A table takes about a thousand checks. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

async function tableOf(policy: Policy, catalogue: readonly ResourceWithActions[]): Promise<PolicyView['table']> {
  const table: PolicyView['table'] = [];
  for (const { resource, actions } of catalogue) {
    for (const action of actions) {
      const onBehalf = cellOf(policy, IMPERSONATOR.role, resource, action, IMPERSONATOR.flags);
      const cells = ROLES.map((role) => cellOf(policy, role, resource, action));
      table.push({ resource, action, cells, onBehalf, byKey: keyCell(policy, resource, action) });
      await yieldToEventLoop();
    }
  }
  return table;
}

async function viewOf(policy: Policy, texts: PolicyTexts, catalogue: ResourceWithActions[]): Promise<PolicyView> {
  const { rows } = readPolicy(texts.policy);
  const sentences = new Map(grantsOf(rows).map((grant) => [grant.row, grantSentence(grant)]));
  return {
    roles: [...ROLES],
    flags: FLAGS.filter((flag): flag is Flag => flag !== NO_FLAG),
    resources: catalogue,
    rows: rows.map((row) => ({ line: row.line, text: row.text, sentence: sentences.get(row) ?? null })),
    table: await tableOf(policy, catalogue),
    proofs: proveInvariants(policy, texts).map(({ invariant: { sentence }, counterexamples, checks }) => ({
      sentence,
      checks,
      isProven: counterexamples.length === 0,
    })),
    faults: lintPolicy(texts),
  };
}

export interface PolicyExplorer {
  show(): Promise<PolicyView>;
  table(): string[][];
  /**
   * Throws `ApiError` `invalid_input` for an unknown resource or action, so that a typo does not look like a
   * denial.
   */
  ask(question: PolicyQuestion): PolicyAnswers;
  /** Throws `ApiError` like `ask`. */
  holders(question: { resource: string; action: string }): z.infer<typeof policyWho>;
  /** Throws `ApiError` `invalid_input` with each faulty line, or for a policy that is too long. */
  compare(texts: { before: string; after?: string }): Promise<PolicyComparison>;
  /** Throws `ApiError` like `compare`. */
  replay(policyText: string, decisions: AsyncIterable<readonly LoggedDecision[]>): Promise<PolicyReplay>;
}

/** `texts`: the files that the policy was built from. */
export function openPolicyExplorer(policy: Policy, texts: PolicyTexts): PolicyExplorer {
  const catalogue = catalogueOf(readCases(texts.cases).cases);
  const grants = grantsOf(readPolicy(texts.policy).rows);
  let view: Promise<PolicyView> | undefined;
  let table: string[][] | undefined;

  function requireKnown(resource: string, action: string): void {
    const known = catalogue.find((one) => one.resource === resource);
    if (!known) throw invalidInput('resource', [t('validation.policy_resource', { resource })]);
    if (!known.actions.includes(action))
      throw invalidInput('action', [t('validation.policy_action', { resource, action })]);
  }

  return {
    show: () => (view ??= viewOf(policy, texts, catalogue)),
    table: () =>
      (table ??= policyTable(policy, catalogue).map((line) => line.map((cell) => (cell === '-' ? 'não' : cell)))),
    ask({ role, flags, resource, action }) {
      requireKnown(resource, action);
      const answers = answersTo(policy, grants, { role, flags }, resource, action);
      return {
        answers: answers.map(({ change, ...answer }) => ({
          ...answer,
          change: change && { role: change.role as RoleName, flag: (change.flag as Flag | undefined) ?? null },
        })),
      };
    },
    holders({ resource, action }) {
      requireKnown(resource, action);
      const who = holdersOf(policy, resource, action);
      return { who: who.map((one) => ({ ...one, role: one.role as RoleName, flag: one.flag as Flag | null })) };
    },
    async compare({ before, after = texts.policy }) {
      const versions = { before, after };
      for (const field of ['before', 'after'] as const) {
        if (resourceCount(versions[field]) > RESOURCES_MAX) throw invalidInput(field, [t('validation.policy_long')]);
      }
      const result = await comparePolicies(texts.model, before, after, catalogue);
      if ('comparison' in result) return result.comparison as PolicyComparison;
      const errorsIn = (field: 'before' | 'after') =>
        result.faults[field].map((fault) => ({ field, code: 'invalid', message: faultMessage(fault) }));
      throw new ApiError('invalid_input', { errors: [...errorsIn('before'), ...errorsIn('after')] });
    },
    async replay(policyText, decisions) {
      if (resourceCount(policyText) > RESOURCES_MAX) throw invalidInput('policy', [t('validation.policy_long')]);
      const result = await replayDecisions(texts.model, policyText, decisions);
      if ('faults' in result) throw invalidInput('policy', result.faults.map(faultMessage));
      const { changes, ...counts } = result.replay;
      const shown = changes.slice(0, CHANGES_MAX).map((one) => ({ ...one, people: one.people.slice(0, PEOPLE_MAX) }));
      return { ...counts, changes: shown as PolicyReplay['changes'] };
    },
  };
}
