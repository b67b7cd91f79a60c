import { z } from 'zod';
import { TUTORIAL_LAST, TUTORIAL_MODES } from './first-steps.ts';
import { PLAN_FLAGS, ROLES, type Role } from './roles.ts';

/** What the access token carries, for display alone; the server decides by the database. */
export interface AccessTokenPayload {
  sub: string;
  accountId: string;
  role: Role;
  sid: string;
  /** The staff user behind an impersonated session. */
  actor?: string;
  exp: number;
}

/** What the policy lets somebody do, written out for the console, which hides the rest; the server decides at each call. */
export const permissions = z.object({
  /** The actions that are allowed, by resource. */
  allowed: z.record(z.string(), z.array(z.string())),
  /** By thing and act: the flag that a plan would have to bring. */
  byPlan: z.record(z.string(), z.record(z.string(), z.string())),
});

/** GET /users/me (spec 3, session user). */
export const sessionUser = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  avatar: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  website: z.string().nullable(),
  /** 0 to 4: the wizard's step; 5: done. */
  tutorial: z.int(),
  tutorialMode: z.enum(TUTORIAL_MODES).nullable(),
  websiteCrawled: z.boolean(),
  flags: z.array(z.string()),
  permissions,
  /** What staff tell everybody; empty: nothing. */
  announcement: z.string(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** PUT /users/tutorial: the calls of the first steps have no body, so what is told stands in the query. */
export const tutorialQuery = z.object({
  step: z.coerce.number().int().min(0).max(TUTORIAL_LAST),
  mode: z.enum(TUTORIAL_MODES).optional(),
});

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** GET /sessions/me/contexts: every context the user may work in, parents before children. */
export const sessionContext = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  inheritance: z.string(),
});
export type SessionContext = z.infer<typeof sessionContext>;

/** GET /sessions/me/plan (spec 3, plan). Credits in whole and decimal credits; dates ISO 8601. */
export const sessionPlan = z.object({
  name: z.string(),
  status: z.enum(['ACTIVE', 'FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_DOWNGRADE', 'PENDING_CANCEL']),
  /** Centavos. */
  price: z.int(),
  period: z.enum(['MONTHLY', 'YEARLY', 'PREPAID']),
  /** Of the running period; null: unknown. */
  credits: z.number().nullable(),
  /** What of them is used. */
  creditsUsed: z.number().nullable(),
  /** Those that last, used after the period's. */
  creditsLasting: z.number(),
  renewsIn: z.string().nullable(),
  failedPayment: z.boolean(),
  /** Whether a plan with a higher price is on offer. */
  hasHigherPlan: z.boolean(),
  flags: z.array(z.enum(PLAN_FLAGS)),
});
export type SessionPlan = z.infer<typeof sessionPlan>;
