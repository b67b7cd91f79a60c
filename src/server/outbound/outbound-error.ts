export type OutboundFailure = 'address_refused' | 'timeout' | 'too_large' | 'unreachable' | 'bad_redirect' | 'bad_url';

/** Responses with any HTTP status are not errors. */
export class OutboundError extends Error {
  readonly code: OutboundFailure;

  constructor(code: OutboundFailure, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}
