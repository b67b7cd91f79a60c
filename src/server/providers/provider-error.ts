import { OutboundError, type OutboundFailure } from '../outbound/outbound-error.ts';
import { retryAfterMs } from '../outbound/retry-after.ts';
import { errorWords } from './error-words.ts';

/** `cut`: broke off. `empty`: ended normally without text. `rate_limited`: too many calls, or no credit left. */
type ProviderFailure =
  | 'key_refused'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'empty'
  | 'cut'
  | 'address_refused'
  | 'bad_request'
  | 'unknown_model';

/** `status`: HTTP, if any. `detail`: the start of the provider's own message, without keys; may be empty. */
export class ProviderError extends Error {
  readonly reason: ProviderFailure;
  readonly status: number | null;
  readonly detail: string;
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

interface RawProviderError {
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
/** Prefixes of known providers' keys: some repeat part of a wrong key in their error message. */
const KEY_LIKE = /\b(?:sk|pk|rk|gsk|xai|key|AIza|Bearer\s+)[-_A-Za-z0-9*•.]{6,}/g;

function safeDetail(text: string, keys: readonly string[]): string {
  const masked = keys.reduce((left, key) => left.replaceAll(key, '•••'), text).replace(KEY_LIKE, '•••');
  const line = masked.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > DETAIL_MAX ? `${line.slice(0, DETAIL_MAX - 1).trimEnd()}…` : line;
}

/** Google returns 400 for a bad key, and some servers for a wrong model, so the text is checked too. */
function reasonOfStatus(status: number, words: string): ProviderFailure {
  if (status === 401 || status === 403 || /api.?key.?(not|in)[ _]?valid|invalid.?api.?key/i.test(words))
    return 'key_refused';
  if (status === 402 || status === 429) return 'rate_limited';
  if (status === 404 || /model.?not.?found/i.test(words)) return 'unknown_model';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 400 && status < 500 ? 'bad_request' : 'unavailable';
}

/** Inside a stream there is no status. */
function reasonOfMessage({ type = '', code = '', message = '' }: RawProviderError): ProviderFailure {
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

const NO_SUCH_MODEL = /NoSuchModel|UnsupportedModel/;
const MAX_DEPTH = 8;

function* chainOf(error: unknown): Generator<Error & RawProviderError> {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_DEPTH; at = at.cause, depth++)
    yield at as Error & RawProviderError;
}

/** The SDK's errors contain the whole conversation, and errors about headers the key. */
function causeOf(error: unknown): unknown {
  return [...chainOf(error)].find((at) => at instanceof OutboundError || /^(E[A-Z]+|UND_ERR_\w+)$/.test(`${at.code}`));
}

function classifyError(
  error: Error & RawProviderError,
  keys: readonly string[],
): ConstructorParameters<typeof ProviderError> | null {
  if (error instanceof OutboundError) return [OUTBOUND_REASONS[error.code] ?? 'unavailable'];
  const { name, message, statusCode: status, responseHeaders, responseBody = '' } = error;
  if (name === 'TimeoutError' || name === 'AbortError') return ['timeout'];
  if (NO_SUCH_MODEL.test(name)) return ['unknown_model'];
  const detail = safeDetail(errorWords(responseBody) || message, keys);
  if (status !== undefined && status >= 400) {
    const reason = reasonOfStatus(status, `${message} ${responseBody}`);
    return [reason, { status, detail, retryAfterMs: retryAfterMs(responseHeaders?.['retry-after']) }];
  }
  return name === 'AI_StreamProviderError' ? [reasonOfMessage(error), { detail }] : null;
}

/** Without `keys`, and only the provider's own messages: others may contain headers or parts of the request. */
export function toProviderError(error: unknown, keys: readonly string[] = []): ProviderError {
  for (const at of chainOf(error)) {
    if (at instanceof ProviderError) return at;
    const explained = classifyError(at, keys);
    if (explained) return new ProviderError(explained[0], { ...explained[1], cause: causeOf(error) });
  }
  return new ProviderError('unavailable', { cause: causeOf(error) });
}
