import type { SeoCheck } from '../../../shared/seo.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

/** Why a page could not be captured: the keys under `contents.reasons` in the locale. */
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
  | 'empty'
  | 'server_error';

export class CaptureError extends Error {
  readonly reason: CaptureReason;
  /** How a page that was read, and is of no use, stands with search engines: when that was asked for. */
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

/** What to throw for what a request threw; anything that is no OutboundError (an abort) stays what it is. */
export function captureErrorOf(error: unknown, url: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  return new CaptureError(REASON_OF_OUTBOUND[error.code], url, { cause: error });
}
