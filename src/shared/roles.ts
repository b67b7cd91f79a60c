export const ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER', 'WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const;
export type Role = (typeof ROLES)[number];
/** The roles within a customer's account, the highest first. */
export const CUSTOMER_ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER'] as const;

/** Flags that a plan may carry; `self`, held by a session that nobody impersonates; and what staff hold in its place. */
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const SELF_FLAG = 'self';
export const IMPERSONATED_FLAG = 'impersonated';
