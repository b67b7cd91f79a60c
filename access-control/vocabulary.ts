/** Each hierarchy from the lowest to the highest. */
export const ROLES = [
  'ANYONE',
  'MEMBER',
  'READER',
  'WRITER',
  'ADMIN',
  'OWNER',
  'WM_READER',
  'WM_FINANCIAL',
  'WM_ADMIN',
] as const;

export const NO_FLAG = 'any';
/** Of a session without impersonation. No plan includes it, so its absence is never a refusal by plan. */
export const SELF_FLAG = 'self';
/**
 * Of a session with `self` in which the user has recently proven who they are: step-up. Neither keys nor impersonations
 * ever have it. A refusal for its lack is by role.
 */
export const FRESH_FLAG = 'fresh';
/** All that a session in its own account can have, apart from those of the plan. */
export const OWN_FLAGS = [SELF_FLAG, FRESH_FLAG] as const;
/** Instead of `self`; never suggested as a change. */
export const IMPERSONATED_FLAG = 'impersonated';
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const FLAGS = [NO_FLAG, ...PLAN_FLAGS, ...OWN_FLAGS, IMPERSONATED_FLAG] as const;

/** Without the flags of the customer's plan. */
export const IMPERSONATOR = { role: 'OWNER', flags: [IMPERSONATED_FLAG] } as const;

/** In its own account, as staff in a customer's account, or through an API key. */
export const SITUATIONS = ['own', 'customer', 'key'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** From the lowest. A key has the flags of the customer's plan, and neither `self` nor `impersonated`. */
export const KEY_ROLES = ['READER', 'WRITER', 'ADMIN'] as const;

export const ALL_POWERFUL = 'WM_ADMIN';
export const EVERY = 'every';
