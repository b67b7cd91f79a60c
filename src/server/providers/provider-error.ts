import { OutboundError, type OutboundFailure } from '../outbound/outbound-error.ts';

/**
 * Why a provider gave no whole answer. `cut`: a part was said, then it broke off. `empty`: it ended well without a word.
 * `rate_limited`: too many calls, or nothing left to pay them with.
 */
export type ProviderFailure =
  | 'key_refused'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'empty'
  | 'cut'
  | 'address_refused'
  | 'bad_request'
  | 'unknown_model';

/** `status`: what the provider answered with, if it did. `detail`: its own words, short and without keys; may be empty. */
export class ProviderError extends Error {
  readonly reason: ProviderFailure;
  readonly status: number | null;
  readonly detail: string;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: ProviderFailure,
    facts: { status?: number | null; detail?: string; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    const { status = null, detail = '', retryAfterMs = null, cause } = facts;
    super([reason, status, detail].filter(Boolean).join(': '), { cause });
    this.name = 'ProviderError';
    this.reason = reason;
    this.status = status;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What the SDK and the providers throw, in their many shapes. */
interface Raw {
  name?: string;
  message?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  type?: string;
  code?: string | number;
  cause?: unknown;
}

const DETAIL_MAX = 200;
/** The ways in which the known providers begin their keys; some repeat a part of a wrong one in their answer. */
const KEY_LIKE = /\b(?:sk|pk|rk|gsk|xai|key|AIza|Bearer\s+)[-_A-Za-z0-9*•.]{6,}/g;

function safeDetail(text: string, keys: readonly string[]): string {
  const bare = keys.reduce((left, key) => left.replaceAll(key, '•••'), text).replace(KEY_LIKE, '•••');
  const line = bare.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > DETAIL_MAX ? `${line.slice(0, DETAIL_MAX - 1).trimEnd()}…` : line;
}

/** Google answers a bad key with 400, and some servers a wrong model: their words tell. */
function reasonOfStatus(status: number, words: string): ProviderFailure {
  if (status === 401 || status === 403 || /api.?key.?(not|in)[ _]?valid|invalid.?api.?key/i.test(words))
    return 'key_refused';
  if (status === 402 || status === 429) return 'rate_limited';
  if (status === 404 || /model.?not.?found/i.test(words)) return 'unknown_model';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 400 && status < 500 ? 'bad_request' : 'unavailable';
}

/** An error told inside of a stream comes without a status. */
function reasonOfWords({ type = '', code = '', message = '' }: Raw): ProviderFailure {
  const status = Number(code);
  if (status >= 400 && status < 600) return reasonOfStatus(status, message);
  const words = `${type} ${code} ${message}`;
  if (/rate.?limit|quota|too many requests|resource.?exhausted/i.test(words)) return 'rate_limited';
  if (/auth|permission|api.?key/i.test(`${type} ${code}`)) return 'key_refused';
  if (/model.?not.?found/i.test(words)) return 'unknown_model';
  return 'unavailable';
}

const OUTBOUND_REASONS: Partial<Record<OutboundFailure, ProviderFailure>> = {
  address_refused: 'address_refused',
  bad_url: 'address_refused',
  timeout: 'timeout',
};

function readRetryAfter(headers: Raw['responseHeaders']): number | null {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
}

const NO_SUCH_MODEL = /NoSuchModel|UnsupportedModel/;
/** How deep errors wrap each other at most. */
const DEPTH = 8;

function* chainOf(error: unknown): Generator<Error & Raw> {
  for (let at = error, depth = 0; at instanceof Error && depth < DEPTH; at = at.cause, depth++) yield at as Error & Raw;
}

/**
 * What may be kept as the cause, and be logged: an error of the system or of our own way out. The SDK's errors hold the
 * whole conversation, and one about a header holds the key.
 */
function causeOf(error: unknown): unknown {
  return [...chainOf(error)].find((at) => at instanceof OutboundError || /^(E[A-Z]+|UND_ERR_\w+)$/.test(`${at.code}`));
}

/** Null: nothing in this error tells. */
function explainOne(error: Error & Raw, keys: readonly string[]): ConstructorParameters<typeof ProviderError> | null {
  if (error instanceof OutboundError) return [OUTBOUND_REASONS[error.code] ?? 'unavailable'];
  const { name, message, statusCode: status, responseHeaders, responseBody = '' } = error;
  if (name === 'TimeoutError' || name === 'AbortError') return ['timeout'];
  if (NO_SUCH_MODEL.test(name)) return ['unknown_model'];
  const detail = safeDetail(message, keys);
  if (status !== undefined && status >= 400) {
    const reason = reasonOfStatus(status, `${message} ${responseBody}`);
    return [reason, { status, detail, retryAfterMs: readRetryAfter(responseHeaders) }];
  }
  return name === 'AI_StreamProviderError' ? [reasonOfWords(error), { detail }] : null;
}

/**
 * Any error of a call to a provider as ours. `keys` are left out of its detail wherever they turn up. The message of an
 * error that is not the provider's own is never repeated: it may hold a header or a part of the request.
 */
export function explainProviderError(error: unknown, keys: readonly string[] = []): ProviderError {
  for (const at of chainOf(error)) {
    if (at instanceof ProviderError) return at;
    const explained = explainOne(at, keys);
    if (explained) return new ProviderError(explained[0], { ...explained[1], cause: causeOf(error) });
  }
  return new ProviderError('unavailable', { cause: causeOf(error) });
}
