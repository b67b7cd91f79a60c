/** Every role that may be asked about, each line of inheritance from the least to the most. */
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

/** A row's flag that asks for nothing. */
export const NO_FLAG = 'any';
/** Held by a session that nobody impersonates: no plan sells it, so its lack is never a refusal by plan. */
export const SELF_FLAG = 'self';
/** Held, in place of `self`, by a session in which staff action on a customer's behalf. Nobody is advised to gain it. */
export const IMPERSONATED_FLAG = 'impersonated';
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const FLAGS = [NO_FLAG, ...PLAN_FLAGS, SELF_FLAG, IMPERSONATED_FLAG] as const;

/** The session in which staff action on a customer's behalf, whatever the customer's plan. */
export const IMPERSONATOR = { role: 'OWNER', flags: [IMPERSONATED_FLAG] } as const;

/** The role that passes everything by its one row, and the word which that row has for resource and action. */
export const ALL_POWERFUL = 'WM_ADMIN';
export const EVERY = 'every';
