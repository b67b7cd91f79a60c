/**
 * Why a sign-in at a provider failed, returned as /login#error=<code>. The texts are `social.failures.<code>` in the
 * locale.
 */
export const SOCIAL_FAILURES = [
  /** The user declined at the provider. */
  'cancelled',
  /** It took too long, or began in another browser. */
  'expired',
  /** The provider sends no verified email. */
  'unverified',
  /** Sign-ups are closed. */
  'closed',
  /** The user is deactivated. */
  'inactive',
  /** The user has a pending invitation. */
  'invited',
  /** The provider does not respond or is not configured. */
  'unavailable',
  /** The provider's response is invalid. */
  'refused',
] as const;
export type SocialFailure = (typeof SOCIAL_FAILURES)[number];
