/** All roles, each hierarchy from the lowest to the highest. */
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

/** The flag of rows that need no flag. */
export const NO_FLAG = 'any';
/** The flag of a session without impersonation. No plan includes it, so its absence is never a refusal by plan. */
export const SELF_FLAG = 'self';
/** The flag of an impersonated session, instead of `self`. It is never suggested as a change. */
export const IMPERSONATED_FLAG = 'impersonated';
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const FLAGS = [NO_FLAG, ...PLAN_FLAGS, SELF_FLAG, IMPERSONATED_FLAG] as const;

/** The subject of a check in an impersonated session, without the flags of the customer's plan. */
export const IMPERSONATOR = { role: 'OWNER', flags: [IMPERSONATED_FLAG] } as const;

/** Where a role acts: in a session in its own account, as staff in a customer's account, or through an API key. */
export const SITUATIONS = ['own', 'customer', 'key'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** The roles that an API key may have, from the lowest. It has the flags of the customer's plan, and neither `self` nor `impersonated`. */
export const KEY_ROLES = ['READER', 'WRITER', 'ADMIN'] as const;

/** The role that may do everything through its single row, and the wildcard in that row's resource and action. */
export const ALL_POWERFUL = 'WM_ADMIN';
export const EVERY = 'every';
