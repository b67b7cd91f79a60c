import { setTimeout as wait } from 'node:timers/promises';
import type { ModelConfig } from './model-config.ts';
import { ProviderError, toProviderError } from './provider-error.ts';

/** A visitor still waits. */
const MAX_PAUSE_MS = 5_000;
const isBusy = ({ status }: ProviderError) => status === 429 || status === 503;

const isKeyFailure = ({ reason }: ProviderError) => reason === 'key_refused' || reason === 'rate_limited';

/** Without keys one call, as for self-hosted servers. Throws the last key's `ProviderError`, or an abort's reason. */
export async function tryKeys<T>(
  { keys, provider }: ModelConfig,
  signal: AbortSignal,
  attempt: (key: string | undefined) => Promise<T>,
): Promise<T> {
  const all = keys.length === 0 && provider === 'openai-compatible' ? [undefined] : keys;
  let failure = new ProviderError('key_refused');
  for (const key of all) {
    try {
      return await attempt(key);
    } catch (error) {
      signal.throwIfAborted();
      failure = toProviderError(error, keys);
      if (!isKeyFailure(failure)) break;
    }
  }
  throw failure;
}

/** Once more with all keys if the provider is busy and asks for a short pause. */
export async function tryKeysTwice<T>(
  config: ModelConfig,
  signal: AbortSignal,
  attempt: (key: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await tryKeys(config, signal, attempt);
  } catch (error) {
    if (!(error instanceof ProviderError && isBusy(error)) || error.retryAfterMs === null) throw error;
    if (error.retryAfterMs > MAX_PAUSE_MS) throw error;
    await wait(error.retryAfterMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    return tryKeys(config, signal, attempt);
  }
}
