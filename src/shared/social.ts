/** Returned as /login#error=<code>; texts are `social.failures.<code>` in the locale. */
export const SOCIAL_FAILURES = [
  /** The user declined at the provider. */
  'cancelled',
  /** Too late, or begun in another browser */
  'expired',
  /** The provider sends no verified email */
  'unverified',
  /** Sign-ups are closed */
  'closed',
  /** The user is deactivated */
  'inactive',
  /** The user has a pending invitation */
  'invited',
  /** Not configured, or without a response */
  'unavailable',
  /** An invalid response */
  'refused',
] as const;
export type SocialFailure = (typeof SOCIAL_FAILURES)[number];
