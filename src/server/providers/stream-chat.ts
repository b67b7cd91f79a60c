import type { LanguageModelStreamPart } from 'ai';
import { FIRST_TOKEN_SECONDS } from '../../shared/model-kinds.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { ModelConfig } from './model-config.ts';
import { openChatModel } from './open-provider.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import { estimateTokens, type TokenUsage } from './tokens.ts';
import { tryKeysTwice } from './try-keys.ts';
import { readVisible } from './visible-answer.ts';
import type { VisiblePiece } from './visible-text.ts';

/** The last message is the one to answer. */
export interface ChatPrompt {
  instructions: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  temperature: number;
  maxOutputTokens: number;
}

export const charactersOf = ({ instructions, messages }: ChatPrompt): number =>
  messages.reduce((sum, { content }) => sum + content.length, instructions.length);

/** Ms: until the first content, between two chunks, and in total, including refused keys. */
export interface ChatTimeouts {
  firstTokenMs: number;
  gapMs: number;
  totalMs: number;
}
const GAP_MS = 20_000;
const WRITING_MS = 65_000;

export function timeoutsOf({ firstTokenSeconds, provider }: ModelConfig): ChatTimeouts {
  const firstTokenMs = 1_000 * (firstTokenSeconds ?? FIRST_TOKEN_SECONDS[provider]);
  return { firstTokenMs, gapMs: GAP_MS, totalMs: firstTokenMs + WRITING_MS };
}

export interface ChatStream {
  /** Once. Ends early when aborted. Throws `ProviderError`; never `empty` after the first text, `cut` before it. */
  text: AsyncGenerator<VisiblePiece>;
  /** As `performance.now()`; visitors may see it later. */
  firstTextAt(): number | null;
  /** So far: the provider's count, else an estimate; zero if no call was accepted. */
  usage(): TokenUsage;
}

type StreamPart = LanguageModelStreamPart;
type EndPart = Extract<StreamPart, { type: 'model-call-end' }>;

interface StartedAnswer {
  first: StreamPart;
  /** Null at the end. Throws after `ms`. */
  next(ms: number): Promise<StreamPart | null>;
  close(): void;
}

interface ChatCall {
  config: ModelConfig;
  outbound: Outbound;
  prompt: ChatPrompt;
  signal: AbortSignal;
  timeouts: ChatTimeouts;
  /** By `performance.now()`, for everything. */
  deadline: number;
}

const isContent = ({ type }: StreamPart) =>
  type === 'text-delta' || type === 'reasoning-delta' || type === 'model-call-end';

/** The SDK cannot read a chunk; the rest of the answer follows. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && /^AI_(?:TypeValidation|JSONParse)Error$/.test(error.name);

/** At most `ms` and only until `signal` aborts. A later result is ignored. */
async function withTimeout<T>(work: PromiseLike<T>, ms: number, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => reject(new ProviderError('timeout')), Math.max(0, ms));
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Returns when the answer starts; throws when the call is refused. */
async function startAnswer(
  { config, outbound, prompt, signal, timeouts, deadline }: ChatCall,
  key?: string,
): Promise<StartedAnswer> {
  const [{ experimental_streamLanguageModelCall: streamModelCall }, model] = await Promise.all([
    import('ai'),
    openChatModel(config, key, outbound),
  ]);
  const ending = new AbortController();
  const close = () => ending.abort();
  const firstBy = performance.now() + timeouts.firstTokenMs;
  const within = <T>(work: PromiseLike<T>, ms: number) =>
    withTimeout(work, Math.min(ms, deadline - performance.now()), signal);
  try {
    // Without the steps, tools and retries of `streamText`, which take as long as the rest of the call.
    const call = streamModelCall({ model, ...prompt, abortSignal: AbortSignal.any([signal, ending.signal]) });
    const { stream } = await within(call, timeouts.firstTokenMs);
    const parts = stream[Symbol.asyncIterator]();
    const next = async (ms: number): Promise<StreamPart | null> => {
      const step = await within(parts.next(), ms);
      if (step.done) return null;
      if (step.value.type !== 'error') return step.value;
      if (isUnreadable(step.value.error)) return next(ms);
      throw step.value.error;
    };
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

function errorOfEnd(end: EndPart | null, hasText: boolean): ProviderError | null {
  const { finishReason, rawFinishReason } = end ?? {};
  // If the provider gave no finish reason, the SDK reports `other`: the connection closed early without an error.
  const isCut = !end || finishReason === 'error' || (finishReason === 'other' && rawFinishReason === undefined);
  if (hasText) return isCut || finishReason === 'content-filter' ? new ProviderError('cut') : null;
  return new ProviderError(finishReason === 'error' ? 'unavailable' : 'empty');
}

/** After the first text. Timeouts are ours and keep their reason. */
function asCut(error: ProviderError, hasText: boolean): ProviderError {
  const { reason, status, detail, cause } = error;
  if (!hasText || reason === 'timeout' || reason === 'cut') return error;
  return new ProviderError('cut', { status, detail, cause });
}

/**
 * Without reasoning and control tokens. Tries each key until the answer starts; calls when `text` is first read. Closes
 * the connection when the reader stops or the answer exceeds the prompt's limit.
 */
export function streamChat(
  config: ModelConfig,
  outbound: Outbound,
  prompt: ChatPrompt,
  { signal, timeouts = timeoutsOf(config) }: { signal: AbortSignal; timeouts?: ChatTimeouts },
): ChatStream {
  const received = { isTaken: false, characters: 0, firstTextAt: null as number | null };
  let counted: Partial<TokenUsage> | null = null;

  async function* read(): AsyncGenerator<VisiblePiece> {
    const deadline = performance.now() + timeouts.totalMs;
    const visible = readVisible(config, prompt.maxOutputTokens);
    let answer: StartedAnswer | null = null;
    try {
      const call = { config, outbound, prompt, signal, timeouts, deadline };
      answer = await tryKeysTwice(config, signal, (key) => startAnswer(call, key));
      received.isTaken = true;
      let end: EndPart | null = null;
      for (let part: StreamPart | null = answer.first; part; part = await answer.next(timeouts.gapMs)) {
        if (part.type === 'model-call-end') end = part;
        if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue;
        received.characters += part.text.length;
        if (part.type === 'text-delta') received.firstTextAt ??= performance.now();
        const piece = part.type === 'text-delta' ? visible.push(part.text) : visible.release();
        if (piece !== '') yield piece;
        // Ends as if the provider had respected the limit.
        if (visible.isOver()) return;
      }
      if (end) counted = end.usage as Partial<TokenUsage>;
      const rest = visible.end(end?.finishReason ?? null);
      if (rest !== '') yield rest;
      const fault = errorOfEnd(end, visible.hasText());
      if (fault && !signal.aborted) throw fault;
    } catch (error) {
      if (!signal.aborted) throw asCut(toProviderError(error, config.keys), visible.hasText());
    } finally {
      answer?.close();
    }
  }

  const usage = (): TokenUsage => ({
    inputTokens: counted?.inputTokens ?? (received.isTaken ? estimateTokens(charactersOf(prompt)) : 0),
    outputTokens: counted?.outputTokens ?? estimateTokens(received.characters),
  });
  return { text: read(), firstTextAt: () => received.firstTextAt, usage };
}
