import { z } from 'zod';
import { DECISION_DAYS } from './constants.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, PLAN_FLAGS, ROLES, SELF_FLAG } from './roles.ts';

/** ANYONE: without a session; MEMBER: any signed-in user. */
const ROLES_TO_CHECK = ['ANYONE', 'MEMBER', ...ROLES] as const;
const FLAGS_TO_CHECK = [...PLAN_FLAGS, SELF_FLAG, FRESH_FLAG, IMPERSONATED_FLAG] as const;

const role = z.enum(ROLES_TO_CHECK);
const flag = z.enum(FLAGS_TO_CHECK);
const resource = z.string().max(80);
const action = z.string().max(80);
const rowOf = { line: z.int(), text: z.string() };

/** `plan`: with a flag that a plan includes; `self`: without impersonation; `fresh`: and recently confirmed. */
const POLICY_ANSWERS = ['yes', 'plan', 'self', 'fresh', 'no'] as const;
const policyCell = z.object({
  role,
  answer: z.enum(POLICY_ANSWERS),
  flag: flag.nullable(),
  line: z.int().nullable(),
});
export type PolicyCell = z.infer<typeof policyCell>;

export const policyView = z.object({
  roles: z.array(role),
  flags: z.array(flag),
  resources: z.array(z.object({ resource, actions: z.array(action) })),
  /** `sentence`: pt-BR, null for rows that grant nothing. */
  rows: z.array(z.object({ ...rowOf, sentence: z.string().nullable() })),
  /** `onBehalf`: staff in a customer's account; `byKey`: an API key, with the lowest role that it needs. */
  table: z.array(z.object({ resource, action, cells: z.array(policyCell), onBehalf: policyCell, byKey: policyCell })),
  /** Hold whatever rows there are; `checks` counts those of the proof. */
  proofs: z.array(z.object({ sentence: z.string(), checks: z.int(), isProven: z.boolean() })),
  faults: z.array(z.object({ file: z.string(), line: z.int(), problem: z.string() })),
});
export type PolicyView = z.infer<typeof policyView>;

const question = z.object({ role, flags: z.array(z.enum(PLAN_FLAGS)).max(PLAN_FLAGS.length), resource, action });
/** "May this role, with these flags, do this?", or "who may do this?". */
export const policyAskBody = z.union([question, z.object({ who: z.object({ resource, action }) })]);
export type PolicyQuestion = z.infer<typeof question>;

/** `own`: the role's own account; `customer`: staff in a customer's; `key`: an API key. */
export const POLICY_SITUATIONS = ['own', 'customer', 'key'] as const;
const situation = z.enum(POLICY_SITUATIONS);
export type PolicySituation = (typeof POLICY_SITUATIONS)[number];

const situatedAnswer = z.object({
  situation,
  allowed: z.boolean(),
  sentence: z.string(),
  row: z.object(rowOf).nullable(),
  /** As a pt-BR phrase; null for a refusal. */
  rows: z.string().nullable(),
  refusal: z.enum(['role', 'plan']).nullable(),
  /** The smallest change that would allow it; null if allowed, or if no change would do. */
  change: z.object({ role, flag: flag.nullable() }).nullable(),
});
export type SituatedPolicyAnswer = z.infer<typeof situatedAnswer>;
/** One for each situation that the role can be in. */
const policyAnswers = z.object({ answers: z.array(situatedAnswer) });
export type PolicyAnswers = z.infer<typeof policyAnswers>;
/** In a customer's account, these are staff roles. */
export const policyWho = z.object({
  who: z.array(z.object({ situation, role, flag: flag.nullable(), rows: z.string(), row: z.object(rowOf) })),
});
export const policyAnswer = z.union([policyAnswers, policyWho]);

const POLICY_MAX = 200_000;
/** Texts of policy.csv; without `after`, the current one. */
export const policyCompareBody = z.object({
  before: z.string().max(POLICY_MAX),
  after: z.string().max(POLICY_MAX).optional(),
});
const verdict = z.enum(['yes', 'no', 'plan']);
export const policyComparison = z.object({
  added: z.array(z.object(rowOf)),
  removed: z.array(z.object(rowOf)),
  /** Every question with a different answer: no flag, each flag alone, and all flags. */
  changed: z.array(z.object({ role, flags: z.array(flag), resource, action, before: verdict, after: verdict })),
});
export type PolicyComparison = z.infer<typeof policyComparison>;

export const policyReplayBody = z.object({
  policy: z.string().max(POLICY_MAX),
  days: z.int().min(1).max(DECISION_DAYS),
});
/** By role and action, the most frequent first. */
export const policyReplay = z.object({
  decisions: z.int(),
  differing: z.int(),
  changes: z.array(
    z.object({
      role: z.string(),
      resource,
      action,
      before: verdict,
      after: verdict,
      count: z.int(),
      people: z.array(z.object({ who: z.string(), account: z.string(), count: z.int() })),
      example: z.object({ at: z.string(), who: z.string(), requestId: z.string() }),
    }),
  ),
});
export type PolicyReplay = z.infer<typeof policyReplay>;
