import { z } from 'zod';
import { TUTORIAL_LAST, TUTORIAL_MODES } from './first-steps.ts';
import { PLAN_FLAGS, type Role, ROLES } from './roles.ts';

/** Roles in it are for display only; the server checks the database. */
export interface AccessTokenPayload {
  sub: string;
  accountId: string;
  role: Role;
  sid: string;
  actor?: string;
  exp: number;
}

/** For display only; the server authorizes every request itself. */
const permissions = z.object({
  allowed: z.record(z.string(), z.array(z.string())),
  /** The flag that the plan lacks, by resource and action. */
  byPlan: z.record(z.string(), z.record(z.string(), z.string())),
});

export const sessionUser = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  avatar: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  website: z.string().nullable(),
  /** 5: done. */
  tutorial: z.int(),
  tutorialMode: z.enum(TUTORIAL_MODES).nullable(),
  tutorialFolded: z.boolean(),
  websiteCrawled: z.boolean(),
  flags: z.array(z.string()),
  /** Must add a second factor before anything else. */
  lacksFactor: z.boolean(),
  permissions,
  announcement: z.string(),
  /** ISO 8601. */
  deletesAt: z.string().nullable(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** PUT /users/tutorial: without `folded`, the guide is open. Query parameters, because the calls of the first steps have no body. */
export const tutorialQuery = z.object({
  step: z.coerce.number().int().min(0).max(TUTORIAL_LAST),
  mode: z.enum(TUTORIAL_MODES).optional(),
  folded: z.literal('true').optional(),
});

/** GET /users/tutorial: what has happened in any context of the account. */
export const guideFacts = z.object({
  /** A content is trained. */
  content: z.boolean(),
  /** A question was answered on a site, the preview or a demo. */
  preview: z.boolean(),
  /** The widget was seen on a site. */
  setup: z.boolean(),
});
export type GuideFacts = z.infer<typeof guideFacts>;

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

export const sessionContext = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  inheritance: z.string(),
  /** ISO 8601. */
  pausedUntil: z.string().nullable(),
});
export type SessionContext = z.infer<typeof sessionContext>;

/** Credits are decimal numbers, dates ISO 8601. */
export const sessionPlan = z.object({
  name: z.string(),
  status: z.enum(['ACTIVE', 'FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_DOWNGRADE', 'PENDING_CANCEL']),
  price: z.int(),
  period: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']),
  /** For the current period; null if unknown. */
  credits: z.number().nullable(),
  creditsUsed: z.number().nullable(),
  /** Used after the period's. */
  creditsLasting: z.number(),
  renewsIn: z.string().nullable(),
  failedPayment: z.boolean(),
  hasHigherPlan: z.boolean(),
  hasModel: z.boolean(),
  flags: z.array(z.enum(PLAN_FLAGS)),
});
export type SessionPlan = z.infer<typeof sessionPlan>;
