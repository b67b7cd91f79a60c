export const ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER', 'WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const;
export type Role = (typeof ROLES)[number];
/** The roles within a customer's account, highest first. */
export const CUSTOMER_ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER'] as const;

export const STAFF_ROLES = ['WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const;
export const STAFF_STATUSES = ['ACTIVE', 'INACTIVE', 'PENDING'] as const;

/** The roles that an API key may have, highest first. */
export const API_KEY_ROLES = ['ADMIN', 'WRITER', 'READER'] as const;

/**
 * Flags that a plan may include. Sessions without impersonation also have `self`; staff who impersonate a user have
 * `impersonated` instead.
 */
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const SELF_FLAG = 'self';
export const IMPERSONATED_FLAG = 'impersonated';
