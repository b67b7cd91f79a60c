export const ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER', 'WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const;
export type Role = (typeof ROLES)[number];
export const CUSTOMER_ROLES = ['OWNER', 'ADMIN', 'WRITER', 'READER'] as const;

export const STAFF_ROLES = ['WM_ADMIN', 'WM_FINANCIAL', 'WM_READER'] as const;
/** As stored: of an invitation that no longer holds, only the list says so. */
export const USER_STATUSES = ['ACTIVE', 'INACTIVE', 'PENDING'] as const;

export const API_KEY_ROLES = ['ADMIN', 'WRITER', 'READER'] as const;

/** Sessions without impersonation also have `self`; staff who impersonate a user have `impersonated` instead. */
export const PLAN_FLAGS = ['customizeWidget', 'limitPerContext', 'interactionsFeedback'] as const;
export const SELF_FLAG = 'self';
/** Of a session with `self` that has proven a second factor (or the password, without one) in the last ten minutes. */
export const FRESH_FLAG = 'fresh';
export const IMPERSONATED_FLAG = 'impersonated';
