import { z } from 'zod';
import { loadCheck } from './embedded-load.ts';
import { JOB_STATES } from './job-states.ts';
import { PLAN_PERIODS } from './plan-periods.ts';
import { startedFrom } from './rules.ts';
import { sessionPlan, tokenPair } from './session.ts';
import { staffReason } from './staff-reason.ts';

/** An account in the operator console. */
export const accountRow = z.object({
  id: z.uuid(),
  type: z.enum(['PERSONAL', 'CORPORATE']),
  /** Name of the owner. */
  user: z.string(),
  email: z.string(),
  /** Only for those who may read it. */
  cnpj: z.string().nullable().optional(),
  companyName: z.string().nullable(),
  planId: z.string().nullable(),
  plan: z.string().nullable(),
  status: z.string().nullable(),
  /** Billing period of the subscription, and the time of its next renewal. */
  period: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']).nullable(),
  renewsAt: z.string().nullable(),
  /** Credits of the current period. */
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

/** POST /admin/login. The account's owners see the reason. */
export const enterBody = z.object({ accountId: z.uuid(), reason: staffReason });
export const entered = z.object({ session: tokenPair, plan: sessionPlan });

/**
 * PUT /admin/accounts/{id}/plan. `ignoreWebhook`: later events of the old subscription are logged but not applied.
 * Without `period`, the account keeps its own.
 */
export const planChangeBody = z.object({
  planId: z.string().max(60),
  period: z.enum(PLAN_PERIODS).optional(),
  ignoreWebhook: z.boolean(),
  reason: staffReason,
});

/** POST /admin/invoices/{id}/refund. Idempotent per Idempotency-Key. */
export const refundBody = z.object({ accountId: z.uuid(), reason: staffReason });

/** GET and PUT /admin/general. */
export const generalSettings = z.object({
  signUpsOpen: z.boolean(),
  initialPlanId: z.string().max(60),
  supportEmail: z.union([z.email(), z.literal('')]),
  announcement: z.string().trim().max(300),
});
export type GeneralSettings = z.infer<typeof generalSettings>;
/** Absent values stay. */
export const generalChange = generalSettings.partial().extend(startedFrom.shape);
export const generalRecord = generalSettings.extend({ version: z.string() });
export type GeneralRecord = z.infer<typeof generalRecord>;
export type GeneralChange = z.infer<typeof generalChange>;

/** GET /admin/jobs: filters in addition to the usual list parameters. */
export const queueQuery = z.object({
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
/** POST /admin/jobs/retry: filter of the parked jobs. Two nulls mean all of them, explicitly. */
export const retryBody = z.object({ kind: z.string().trim().max(40).nullable(), accountId: z.uuid().nullable() });
export const retried = z.object({ retried: z.int() });
export const queueView = z.object({
  /** Of the whole queue, regardless of filters. */
  counts: z.object({ waiting: z.int(), running: z.int(), retrying: z.int(), parked: z.int() }),
  kinds: z.array(z.string()),
  /** The last check of the embedded database; null on PostgreSQL. */
  embedded: loadCheck.nullable(),
  data: z.array(queueJob),
  total: z.int(),
});
