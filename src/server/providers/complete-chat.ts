import type { Outbound } from '../outbound/outbound.ts';
import type { ModelConfig } from './model-config.ts';
import { openChatModel } from './open-provider.ts';
import { ProviderError } from './provider-error.ts';
import type { ChatPrompt } from './stream-chat.ts';
import { tryKeys } from './try-keys.ts';

/** Timeout in ms for a whole answer that is not streamed. */
const COMPLETION_MS = 60_000;

/**
 * Returns a model's whole answer without its reasoning. Tries each key in turn.
 * Throws `ProviderError`, or the reason of `signal` when it was aborted.
 */
export async function completeChat(
  config: ModelConfig,
  outbound: Outbound,
  prompt: ChatPrompt,
  { signal, timeoutMs = COMPLETION_MS }: { signal: AbortSignal; timeoutMs?: number },
): Promise<string> {
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const text = await tryKeys(config, signal, async (key) => {
    const [{ generateText }, model] = await Promise.all([import('ai'), openChatModel(config, key, outbound)]);
    return (await generateText({ model, ...prompt, maxRetries: 0, abortSignal })).text;
  });
  if (text.trim() === '') throw new ProviderError('empty');
  return text;
}
