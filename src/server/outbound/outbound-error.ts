export type OutboundFailure = 'address_refused' | 'timeout' | 'too_large' | 'unreachable' | 'bad_redirect' | 'bad_url';

/** Why a request did not bring an answer. An HTTP status of any kind is an answer, never this error. */
export class OutboundError extends Error {
  readonly code: OutboundFailure;

  constructor(code: OutboundFailure, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}
