import type { SocialFailure } from '../../../shared/social.ts';

/** Why a sign-in at a provider ends; `cause` is for the log alone. */
export class SocialError extends Error {
  readonly failure: SocialFailure;

  constructor(failure: SocialFailure, cause?: unknown) {
    super(`The sign-in at the provider ended: ${failure}`, { cause });
    this.name = 'SocialError';
    this.failure = failure;
  }
}
