import type { SocialFailure } from '../../../shared/social.ts';

/** `cause` is only for the log. */
export class SocialError extends Error {
  readonly failure: SocialFailure;

  constructor(failure: SocialFailure, cause?: unknown) {
    super(`The sign-in at the provider ended: ${failure}`, { cause });
    this.name = 'SocialError';
    this.failure = failure;
  }
}
