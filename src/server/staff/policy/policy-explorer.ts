import type { Can } from '../../../../access-control/can.ts';
import { catalogueOf, readCases } from '../../../../access-control/cases.ts';
import { comparePolicies, thingCount } from '../../../../access-control/compare-policies.ts';
import { lintPolicy } from '../../../../access-control/lint-policy.ts';
import type { PolicyTexts } from '../../../../access-control/policy-files.ts';
import { type Fault, grantsOf, readPolicy, type ThingWithActs } from '../../../../access-control/policy-rows.ts';
import { policyTable } from '../../../../access-control/policy-table.ts';
import { answerSentence, readAloud } from '../../../../access-control/sentences.ts';
import { FLAGS, IMPERSONATOR, NO_FLAG, ROLES, SELF_FLAG } from '../../../../access-control/vocabulary.ts';
import type {
  PolicyCell,
  PolicyComparison,
  PolicyQuestion,
  PolicyVerdict,
  PolicyView,
  policyWho,
} from '../../../shared/policy.ts';
import type { z } from 'zod';
import { t } from '../../runtime/translate.ts';
import { ApiError } from '../../runtime/api-error.ts';

type Flag = PolicyView['flags'][number];
type RoleName = PolicyView['roles'][number];

/** Things that a compared policy may speak of: each costs two enforcers and hundreds of questions. */
const THINGS_MAX = 500;

const refuse = (field: string, sentences: readonly string[]) =>
  new ApiError('invalid_input', { errors: sentences.map((message) => ({ field, code: 'invalid', message })) });

function cellOf(can: Can, role: RoleName, thing: string, act: string, held: readonly Flag[] = []): PolicyCell {
  const plain = can.explain({ role, flags: held }, thing, act);
  if (plain.allowed) return { role, answer: 'yes', flag: null, line: plain.line };
  const missing = plain.missing as Flag | undefined;
  if (!missing) return { role, answer: 'no', flag: null, line: null };
  const granted = can.explain({ role, flags: [...held, missing] }, thing, act);
  const line = granted.allowed ? granted.line : null;
  return { role, answer: missing === SELF_FLAG ? 'self' : 'plan', flag: missing, line };
}

/** Lets others have their turn: a table is a thousand questions. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

async function tableOf(can: Can, catalogue: readonly ThingWithActs[]): Promise<PolicyView['table']> {
  const table: PolicyView['table'] = [];
  for (const { thing, acts } of catalogue) {
    for (const act of acts) {
      const onBehalf = cellOf(can, IMPERSONATOR.role, thing, act, IMPERSONATOR.flags);
      table.push({ thing, act, cells: ROLES.map((role) => cellOf(can, role, thing, act)), onBehalf });
      await breathe();
    }
  }
  return table;
}

async function viewOf(can: Can, texts: PolicyTexts, catalogue: ThingWithActs[]): Promise<PolicyView> {
  const { rows } = readPolicy(texts.policy);
  const aloud = new Map(grantsOf(rows).map((grant) => [grant.row, readAloud(grant)]));
  return {
    roles: [...ROLES],
    flags: FLAGS.filter((flag): flag is Flag => flag !== NO_FLAG),
    things: catalogue,
    rows: rows.map((row) => ({ line: row.line, text: row.text, sentence: aloud.get(row) ?? null })),
    table: await tableOf(can, catalogue),
    faults: lintPolicy(texts),
  };
}

export interface PolicyExplorer {
  /** The whole policy. It is worked out once: the policy never changes while the server runs. */
  show(): Promise<PolicyView>;
  /** The table in words, heading first. */
  table(): string[][];
  /** @throws ApiError `invalid_input` for a thing or act that does not exist: a misspelt question deserves no calm "no". */
  ask(question: PolicyQuestion): PolicyVerdict;
  /** @throws ApiError as `ask`. */
  who(question: { thing: string; act: string }): z.infer<typeof policyWho>;
  /** @throws ApiError `invalid_input` naming each faulty line, or for a policy that is too long. */
  compare(texts: { before: string; after?: string }): Promise<PolicyComparison>;
}

/** Answers auditors by the server's own enforcer. `texts` are what it was built from. */
export function openPolicyExplorer(can: Can, texts: PolicyTexts): PolicyExplorer {
  const catalogue = catalogueOf(readCases(texts.cases).cases);
  const grants = grantsOf(readPolicy(texts.policy).rows);
  let view: Promise<PolicyView> | undefined;
  let table: string[][] | undefined;

  function demandPair(thing: string, act: string): void {
    const known = catalogue.find((one) => one.thing === thing);
    if (!known) throw refuse('thing', [t('validation.policy_thing', { thing })]);
    if (!known.acts.includes(act)) throw refuse('act', [t('validation.policy_act', { thing, act })]);
  }

  return {
    show: () => (view ??= viewOf(can, texts, catalogue)),
    table: () =>
      (table ??= policyTable(can, catalogue).map((line) => line.map((cell) => (cell === '-' ? 'não' : cell)))),
    ask({ role, flags, thing, act }) {
      demandPair(thing, act);
      const asker = { role, flags };
      const verdict = can.explain(asker, thing, act);
      const change = can.smallestChange(asker, thing, act);
      return {
        allowed: verdict.allowed,
        sentence: answerSentence(can, grants, asker, thing, act),
        row: verdict.allowed ? { line: verdict.line, text: verdict.because } : null,
        refusal: verdict.allowed ? null : verdict.refusal,
        change: change && { role: change.role as RoleName, flag: (change.flag as Flag | undefined) ?? null },
      };
    },
    who({ thing, act }) {
      demandPair(thing, act);
      const who = can.whoMay(thing, act).flatMap(({ role, flag }) => {
        const held = flag === NO_FLAG ? null : (flag as Flag);
        const verdict = can.explain({ role, flags: held ? [held] : [] }, thing, act);
        const row = verdict.allowed ? { line: verdict.line, text: verdict.because } : null;
        return row ? [{ role: role as RoleName, flag: held, row }] : [];
      });
      return { who };
    },
    async compare({ before, after = texts.policy }) {
      const given = { before, after };
      for (const field of ['before', 'after'] as const) {
        if (thingCount(given[field]) > THINGS_MAX) throw refuse(field, [t('validation.policy_long')]);
      }
      const result = await comparePolicies(texts.model, before, after, catalogue);
      if ('comparison' in result) return result.comparison as PolicyComparison;
      const faulty = (field: 'before' | 'after') => {
        const told = ({ line, problem }: Fault) => t('validation.policy_line', { line, problem });
        return result.faults[field].map((fault) => ({ field, code: 'invalid', message: told(fault) }));
      };
      throw new ApiError('invalid_input', { errors: [...faulty('before'), ...faulty('after')] });
    },
  };
}
