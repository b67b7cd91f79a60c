import { z } from 'zod';
import { momentOrDay } from '../../resources/kit/field.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts';
import { PLAN_PERIODS } from './plans.ts';
import { sessionPlan, tokenPair } from './session.ts';

/** An account in the operator console: the spec's fields, and what staff need to see of it. */
export const accountRow = z.object({
  id: z.uuid(),
  type: z.enum(['PERSONAL', 'CORPORATE']),
  /** Its owner, as a label. */
  user: z.string(),
  email: z.string(),
  cnpj: z.string().nullable(),
  companyName: z.string().nullable(),
  planId: z.string().nullable(),
  plan: z.string().nullable(),
  status: z.string().nullable(),
  /** How it is paid, and until when: as the subscription has them. */
  period: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']).nullable(),
  renewsAt: z.string().nullable(),
  /** Credits of the running period. */
  creditsUsed: z.number(),
  credits: z.number().nullable(),
  people: z.int(),
  contexts: z.int(),
  contents: z.int(),
  createdAt: z.string(),
  /** The last sign-in or question. */
  lastActivityAt: z.string().nullable(),
  deletesAt: z.string().nullable(),
});
export type AccountRow = z.infer<typeof accountRow>;

/** POST /admin/login. */
export const enterBody = z.object({ accountId: z.uuid() });
export const entered = z.object({ session: tokenPair, plan: sessionPlan });

/**
 * PUT /admin/accounts/{id}/plan. `ignoreWebhook`: later events of the old subscription are logged, not applied. Without
 * `period` the account keeps its own.
 */
export const planChangeBody = z.object({
  planId: z.string().max(60),
  period: z.enum(PLAN_PERIODS).optional(),
  ignoreWebhook: z.boolean(),
});

/** GET and PUT /admin/general. */
export const generalSettings = z.object({
  signUpsOpen: z.boolean(),
  initialPlanId: z.string().max(60),
  supportEmail: z.union([z.email(), z.literal('')]),
  announcement: z.string().trim().max(300),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
};
export const JOB_STATES = ['waiting', 'running', 'retrying', 'parked'] as const;
/** GET /admin/jobs: what one may ask for. */
export const queueQuery = z.object({
  ...paging,
  state: z.enum(JOB_STATES).optional(),
  kind: z.string().trim().max(40).optional(),
  accountId: z.uuid().optional(),
});
/** GET /admin/jobs: the queue. */
export const queueJob = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  account: z.string(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.int(),
  runAt: z.string(),
  error: z.string().nullable(),
  createdAt: z.string(),
});
export type QueueJob = z.infer<typeof queueJob>;
/** POST /admin/jobs/retry: which of the parked jobs; all of them is said, too: by two nulls. */
export const retryBody = z.object({ kind: z.string().trim().max(40).nullable(), accountId: z.uuid().nullable() });
export const retried = z.object({ retried: z.int() });
export const queueView = z.object({
  /** Of the whole queue, whatever was asked for. */
  counts: z.object({ waiting: z.int(), running: z.int(), retrying: z.int(), parked: z.int() }),
  kinds: z.array(z.string()),
  data: z.array(queueJob),
  total: z.int(),
});

/** What is written down; the words are `audit.actions.<action>` in the locale. */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'password_changed',
  'password_reset',
  'user_invited',
  'invitation_accepted',
  'role_changed',
  'user_deactivated',
  'user_activated',
  'user_removed',
  'account_edited',
  'account_deletion_requested',
  'account_deletion_undone',
  'account_erased',
  'data_exported',
  'visitor_erased',
  'appearance_changed',
  'impersonation_started',
  'impersonation_ended',
  'plan_changed',
  'plan_subscribed',
  'plan_change_asked',
  'plan_change_cancelled',
  'subscription_cancelled',
  'subscription_reactivated',
  'payment_method_changed',
  'credits_bought',
  'credits_given',
  'plans_edited',
  'gateway_event_replayed',
  'sandbox_advanced',
  'model_changed',
  'keys_changed',
  'model_choice_changed',
  'settings_changed',
  'job_retried',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * GET /audit-log: what one may ask for. Both ends count, days as they are counted in Brazil; `action` may be named several
 * times.
 */
export const auditQuery = z.object({
  ...paging,
  action: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(AUDIT_ACTIONS)).max(50))
    .optional(),
  userId: z.uuid().optional(),
  from: momentOrDay().optional(),
  to: momentOrDay().optional(),
  format: z.enum(['json', 'csv']).default('json'),
});
/** GET /admin/audit-log. */
export const platformAuditQuery = auditQuery.extend({ accountId: z.uuid().optional() });
/** GET /audit-log (an account's own) and GET /admin/audit-log (every account's). */
export const auditEntry = z.object({
  id: z.uuid(),
  at: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  accountId: z.uuid(),
  account: z.string().nullable(),
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  userRole: z.string().nullable(),
  actorName: z.string().nullable(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
