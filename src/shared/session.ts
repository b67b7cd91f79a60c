import { z } from 'zod';
import { TUTORIAL_LAST, TUTORIAL_MODES } from './first-steps.ts';
import { PLAN_FLAGS, type Role, ROLES } from './roles.ts';

/** Payload of the access token. Roles in it are for display only; the server checks the database. */
export interface AccessTokenPayload {
  sub: string;
  accountId: string;
  role: Role;
  sid: string;
  /** The staff user behind an impersonated session. */
  actor?: string;
  exp: number;
}

/** Computed permissions for the console, which hides everything else. The server authorizes every request itself. */
export const permissions = z.object({
  /** The allowed actions, by resource. */
  allowed: z.record(z.string(), z.array(z.string())),
  /** By resource and action: the flag that the plan lacks. */
  byPlan: z.record(z.string(), z.record(z.string(), z.string())),
});

/** GET /users/me. */
export const sessionUser = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  avatar: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  website: z.string().nullable(),
  /** 0 to 4: step of the tutorial; 5: done. */
  tutorial: z.int(),
  tutorialMode: z.enum(TUTORIAL_MODES).nullable(),
  tutorialFolded: z.boolean(),
  websiteCrawled: z.boolean(),
  flags: z.array(z.string()),
  permissions,
  /** Announcement to all users; empty if there is none. */
  announcement: z.string(),
  /** When the account will be deleted (ISO 8601); null unless that was requested. */
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

/** GET /sessions/me/contexts: the contexts that the user may access, parents before children. */
export const sessionContext = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  inheritance: z.string(),
  /** The end of the running pause of its chat (ISO 8601); null while it is not paused. */
  pausedUntil: z.string().nullable(),
});
export type SessionContext = z.infer<typeof sessionContext>;

/** GET /sessions/me/plan. Credits are decimal numbers, dates ISO 8601. */
export const sessionPlan = z.object({
  name: z.string(),
  status: z.enum(['ACTIVE', 'FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_DOWNGRADE', 'PENDING_CANCEL']),
  /** Centavos. */
  price: z.int(),
  period: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']),
  /** Granted for the current period; null if unknown. */
  credits: z.number().nullable(),
  /** Used in the current period. */
  creditsUsed: z.number().nullable(),
  /** Lasting credits, used after the period's. */
  creditsLasting: z.number(),
  renewsIn: z.string().nullable(),
  failedPayment: z.boolean(),
  /** Whether a more expensive plan is on offer. */
  hasHigherPlan: z.boolean(),
  /** Whether a language model answers, not only the embedded model. */
  hasModel: z.boolean(),
  flags: z.array(z.enum(PLAN_FLAGS)),
});
export type SessionPlan = z.infer<typeof sessionPlan>;
