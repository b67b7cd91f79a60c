import type { TextStreamPart, ToolSet } from 'ai';
import type { Outbound } from '../outbound/outbound.ts';
import { limitText } from './limit-text.ts';
import type { ModelConfig } from './model-config.ts';
import { openChatModel } from './open-provider.ts';
import { explainProviderError, ProviderError } from './provider-error.ts';
import { estimateTokens, type TokenUsage } from './tokens.ts';
import { tryKeys } from './try-keys.ts';

/** What a chat model is asked. The last message is the one that it answers. */
export interface ChatPrompt {
  instructions: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  temperature: number;
  maxOutputTokens: number;
}

export const charactersOf = ({ instructions, messages }: ChatPrompt): number =>
  messages.reduce((sum, { content }) => sum + content.length, instructions.length);

/** In ms: until the first sign of an answer, between two of them, and for everything together, keys refused included. */
export interface ChatTimeouts {
  firstTokenMs: number;
  gapMs: number;
  totalMs: number;
}
export const CHAT_TIMEOUTS: ChatTimeouts = { firstTokenMs: 25_000, gapMs: 20_000, totalMs: 90_000 };

export interface ChatStream {
  /**
   * The words as they come, read once. Ends early, without an error, when `signal` says that nobody waits any more.
   * @throws ProviderError after nothing or a part was said; never `empty` after a part, never `cut` before one.
   */
  text: AsyncGenerator<string>;
  /** Tokens so far: the provider's own count when it gave one, else an estimate; zero when it took no call. */
  usage(): TokenUsage;
}

type Part = TextStreamPart<ToolSet>;

/** An answer that has begun. */
interface Opened {
  first: Part;
  /** The next part within so many ms; null at the end. */
  next(ms: number): Promise<Part | null>;
  /** Hangs up. */
  close(): void;
}

interface Call {
  config: ModelConfig;
  outbound: Outbound;
  prompt: ChatPrompt;
  signal: AbortSignal;
  timeouts: ChatTimeouts;
  /** When everything must be over, by the clock of `performance`. */
  deadline: number;
}

const isContent = ({ type }: Part) => type === 'text-delta' || type === 'reasoning-delta' || type === 'finish';

/** Waits for `work`, but no longer than `ms`, and only while somebody waits. What comes of `work` after that is dropped. */
async function within<T>(work: PromiseLike<T>, ms: number, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => reject(new ProviderError('timeout')), Math.max(0, ms));
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

/** Calls the provider with one key; settles once it has begun to answer, or has refused. */
async function open({ config, outbound, prompt, signal, timeouts, deadline }: Call, key?: string): Promise<Opened> {
  const [{ streamText }, model] = await Promise.all([import('ai'), openChatModel(config, key, outbound)]);
  const ending = new AbortController();
  const close = () => ending.abort();
  const { stream } = streamText({
    model,
    ...prompt,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, ending.signal]),
    // Errors are read from the stream; left out, the SDK writes them, request and all, to the console.
    onError: () => {},
  });
  const parts = stream[Symbol.asyncIterator]();
  const next = async (ms: number) => {
    const step = await within(parts.next(), Math.min(ms, deadline - performance.now()), signal);
    if (step.done) return null;
    // A refused call is no exception to the SDK, but a part of the stream.
    if (step.value.type === 'error') throw step.value.error;
    return step.value;
  };
  try {
    const firstBy = performance.now() + timeouts.firstTokenMs;
    for (;;) {
      const first = await next(firstBy - performance.now());
      if (first === null) throw new ProviderError('empty');
      if (isContent(first)) return { first, next, close };
    }
  } catch (error) {
    close();
    throw error;
  }
}

/** What is wrong with an answer that came to an end; null when nothing is. */
function faultOf(end: Extract<Part, { type: 'finish' }> | null, hasSpoken: boolean): ProviderError | null {
  const { finishReason, rawFinishReason } = end ?? {};
  // The SDK tells an end for which the provider gave no reason as 'other': its line was cut in good order.
  const isCut = !end || finishReason === 'error' || (finishReason === 'other' && rawFinishReason === undefined);
  if (hasSpoken) return isCut || finishReason === 'content-filter' ? new ProviderError('cut') : null;
  return new ProviderError(finishReason === 'error' ? 'unavailable' : 'empty');
}

/** A failure after the first word leaves a part of an answer, unless it was ours to end it. */
function asSpoken(error: ProviderError, hasSpoken: boolean): ProviderError {
  const { reason, status, detail, cause } = error;
  if (!hasSpoken || reason === 'timeout' || reason === 'cut') return error;
  return new ProviderError('cut', { status, detail, cause });
}

/**
 * Asks a model and streams its answer, the model's own thoughts left out. Each key is tried in turn, before the first
 * word. Nothing is asked until `text` is read; the provider's line is closed as soon as its reader leaves, or when the
 * answer is longer than the prompt allows.
 */
export function streamChat(
  config: ModelConfig,
  outbound: Outbound,
  prompt: ChatPrompt,
  { signal, timeouts = CHAT_TIMEOUTS }: { signal: AbortSignal; timeouts?: ChatTimeouts },
): ChatStream {
  const heard = { isTaken: false, characters: 0, usage: null as Partial<TokenUsage> | null };

  async function* read(): AsyncGenerator<string> {
    const deadline = performance.now() + timeouts.totalMs;
    let opened: Opened | null = null;
    let hasSpoken = false;
    const limit = limitText(prompt.maxOutputTokens);
    try {
      const call = { config, outbound, prompt, signal, timeouts, deadline };
      opened = await tryKeys(config, signal, (key) => open(call, key));
      heard.isTaken = true;
      let end: Extract<Part, { type: 'finish' }> | null = null;
      for (let part: Part | null = opened.first; part; part = await opened.next(timeouts.gapMs)) {
        if (part.type === 'finish') end = part;
        if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue;
        heard.characters += part.text.length;
        if (part.type === 'reasoning-delta' || part.text === '') continue;
        const text = limit.take(part.text);
        hasSpoken ||= text.trim() !== '';
        yield text;
        // As if the provider had kept to what it was told.
        if (limit.isReached()) return;
      }
      if (end) heard.usage = end.totalUsage as Partial<TokenUsage>;
      const fault = faultOf(end, hasSpoken);
      if (fault && !signal.aborted) throw fault;
    } catch (error) {
      if (!signal.aborted) throw asSpoken(explainProviderError(error, config.keys), hasSpoken);
    } finally {
      opened?.close();
    }
  }

  const usage = (): TokenUsage => ({
    inputTokens: heard.usage?.inputTokens ?? (heard.isTaken ? estimateTokens(charactersOf(prompt)) : 0),
    outputTokens: heard.usage?.outputTokens ?? estimateTokens(heard.characters),
  });
  return { text: read(), usage };
}
