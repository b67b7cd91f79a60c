import { OutboundError } from '../../server/outbound/outbound-error.ts';
import type { SeoCheck } from '../../shared/seo.ts';

/** Keys under `training.reasons` in the locale. */
export type CaptureReason =
  | 'not_found'
  | 'forbidden'
  | 'robots'
  | 'noindex'
  | 'no_sitemap'
  | 'not_html'
  | 'too_large'
  | 'timeout'
  | 'unreachable'
  | 'address_refused'
  | 'needs_javascript'
  | 'maintenance'
  | 'suspended'
  | 'challenge'
  | 'sign_in'
  | 'moved_home'
  | 'empty'
  | 'server_error';

export class CaptureError extends Error {
  readonly reason: CaptureReason;
  /** If they were requested and the page was read but has no usable text. */
  readonly seo?: SeoCheck[];

  constructor(reason: CaptureReason, detail: string, options: ErrorOptions & { seo?: SeoCheck[] } = {}) {
    super(`${reason}: ${detail}`, options);
    this.name = 'CaptureError';
    this.reason = reason;
    this.seo = options.seo;
  }
}

const REASON_OF_OUTBOUND = {
  address_refused: 'address_refused',
  bad_url: 'unreachable',
  bad_redirect: 'unreachable',
  timeout: 'timeout',
  too_large: 'too_large',
  unreachable: 'unreachable',
} as const;

/** Returns any error that is no OutboundError (an abort) unchanged. */
export function captureErrorOf(error: unknown, url: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  return new CaptureError(REASON_OF_OUTBOUND[error.code], url, { cause: error });
}
