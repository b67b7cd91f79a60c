import type { ModelConfig } from './model-config.ts';
import { explainProviderError, ProviderError } from './provider-error.ts';

const isKeysFault = ({ reason }: ProviderError) => reason === 'key_refused' || reason === 'rate_limited';

/**
 * Calls a provider with one key of a model after the other, until one is neither refused nor out of calls. A server of
 * one's own may need no key: it is called once without.
 * @throws ProviderError of the last key tried; the reason of `signal` when the caller has left.
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
      failure = explainProviderError(error, keys);
      if (!isKeysFault(failure)) break;
    }
  }
  throw failure;
}
