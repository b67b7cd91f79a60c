/** Returned as /login#error=<code>; texts are `social.failures.<code>` in the locale. */
export const SOCIAL_FAILURES = [
  'cancelled',
  /** Too late, or begun in another browser. */
  'expired',
  /** The provider sends no verified email. */
  'unverified',
  'closed',
  'inactive',
  'invited',
  /** Not configured, or without a response. */
  'unavailable',
  'refused',
] as const;
export type SocialFailure = (typeof SOCIAL_FAILURES)[number];
