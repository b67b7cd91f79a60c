import type { ModelConfig } from './model-config.ts';
import { ProviderError, toProviderError } from './provider-error.ts';

const isKeyFailure = ({ reason }: ProviderError) => reason === 'key_refused' || reason === 'rate_limited';

/**
 * Calls a provider with one key after the other, until one is neither refused nor rate limited. Self-hosted servers may
 * need no key: without keys they are called once without one.
 * Throws `ProviderError` of the last key, or the reason of `signal` when the caller has left.
 */
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
