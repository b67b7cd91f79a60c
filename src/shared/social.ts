/**
 * Why a sign-in at a provider came to nothing: it comes back as /login#error=<code>. The sentence for a person is
 * `social.failures.<code>` in the locale.
 */
export const SOCIAL_FAILURES = [
  /** Whoever was asked said no. */
  'cancelled',
  /** It took too long, or began in another browser. */
  'expired',
  /** The provider does not vouch for the address, or tells none. */
  'unverified',
  /** No new accounts are made. */
  'closed',
  /** There is such a person, who may not come in. */
  'inactive',
  /** An invitation waits to be accepted. */
  'invited',
  /** The provider does not answer, or is none of ours. */
  'unavailable',
  /** What it answered does not hold. */
  'refused',
] as const;
export type SocialFailure = (typeof SOCIAL_FAILURES)[number];
