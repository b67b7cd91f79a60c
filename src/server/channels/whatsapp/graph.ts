import type { ChannelRow } from '../../db/platform.ts';
import { OutboundError, type OutboundFailure } from '../../outbound/outbound-error.ts';
import { type SecretKey, unseal } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_MAX_BYTES = 256 * 1024;

/**
 * What an answer of Meta's Graph API means. `wait`: may succeed later. `token_ended`, `blocked`: nothing succeeds until
 * somebody acts. `window_closed`: the visitor has not written for 24 hours. `unreachable`: this visitor cannot be reached.
 */
export type ErrorMeaning = 'wait' | 'token_ended' | 'blocked' | 'window_closed' | 'unreachable' | 'refused';

/** By the codes of Meta's reference of errors; titles and subcodes are not meant to be read. */
const MEANINGS: Readonly<Record<number, ErrorMeaning>> = {
  0: 'token_ended',
  190: 'token_ended',
  368: 'blocked',
  130497: 'blocked',
  131031: 'blocked',
  131047: 'window_closed',
  131026: 'unreachable',
  131021: 'unreachable',
  131030: 'unreachable',
  ...Object.fromEntries(
    [1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 131057, 133004].map((code) => [code, 'wait']),
  ),
};

/** Returns what an error means; `code` is Meta's, or null if there was no answer that has one. */
export const meaningOf = (code: number | null, status = 0): ErrorMeaning =>
  (code === null ? undefined : MEANINGS[code]) ?? (code === null || status >= 500 ? 'wait' : 'refused');

/** `text`: Meta's own words. `failure`: there was no answer. */
export type GraphResult<T> =
  | { ok: true; body: T }
  | { ok: false; meaning: ErrorMeaning; code: number | null; text: string | null; failure?: OutboundFailure };

interface GraphError {
  error?: { code?: unknown; message?: unknown; error_data?: { details?: unknown } };
}

type Sealed = Pick<ChannelRow, 'id' | 'sealedToken'>;

/** Returns the access token; null if it was encrypted with another SECRET_KEY. */
export const tokenOf = (key: SecretKey, { id, sealedToken }: Sealed) => unseal(key, `${id} token`, sealedToken);
export const appSecretOf = (key: SecretKey, { id, sealedSecret }: Pick<ChannelRow, 'id' | 'sealedSecret'>) =>
  unseal(key, `${id} secret`, sealedSecret);

interface Call {
  method?: 'GET' | 'POST';
  body?: object;
  signal?: AbortSignal;
}

/** Calls the Graph API with a channel's token. Throws only the abort reason of `signal`. */
export async function callGraph<T>(
  { outbound, env, key }: Pick<Services, 'outbound' | 'env' | 'key'>,
  channel: Sealed,
  path: string,
  { method = 'GET', body, signal }: Call = {},
): Promise<GraphResult<T>> {
  const token = tokenOf(key, channel);
  if (token === null) return { ok: false, meaning: 'token_ended', code: null, text: 'SECRET_KEY' };
  try {
    const { status, body: bytes } = await outbound.fetch(`${env.WHATSAPP_API_URL}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      maxBytes: ANSWER_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    const answer = parsed<T & GraphError>(bytes);
    if (status < 300 && answer !== null && !answer.error) return { ok: true, body: answer };
    const error = answer?.error;
    const code = typeof error?.code === 'number' ? error.code : null;
    const text = String(error?.error_data?.details ?? error?.message ?? `HTTP ${status}`).slice(0, 300);
    const meaning = code === null && status === 401 ? 'token_ended' : meaningOf(code, status);
    return { ok: false, meaning, code, text };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { ok: false, meaning: 'wait', code: null, text: null, failure: error.code };
  }
}

function parsed<T>(bytes: Buffer): T | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' ? (value as T) : null;
  } catch {
    return null;
  }
}
