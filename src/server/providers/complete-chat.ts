import type { Outbound } from '../outbound/outbound.ts';
import type { ModelConfig } from './model-config.ts';
import { type ChatPrompt, streamChat } from './stream-chat.ts';

/** Without its reasoning. Throws `ProviderError`, or the reason of `signal` when aborted. */
export async function completeChat(
  config: ModelConfig,
  outbound: Outbound,
  prompt: ChatPrompt,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  let text = '';
  for await (const piece of streamChat(config, outbound, prompt, { signal }).text)
    text = typeof piece === 'string' ? text + piece : piece.instead;
  signal.throwIfAborted();
  return text;
}
