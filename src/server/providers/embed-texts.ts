import { setTimeout as wait } from 'node:timers/promises';
import type { Outbound } from '../outbound/outbound.ts';
import { quantize } from './embedding-vector.ts';
import type { ModelConfig } from './model-config.ts';
import { openEmbeddingModel } from './open-provider.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import { tryKeys } from './try-keys.ts';

export interface EmbedOptions {
  signal: AbortSignal;
  /** Per batch; searches use 1, because a visitor is waiting. */
  maxAttempts?: number;
  timeoutMs?: number;
  /** Before the second call; doubled before each further one. */
  backoffMs?: number;
}

/** Per call, as all providers accept. */
const BATCH_TEXTS = 64;
const BATCH_CHARACTERS = 60_000;
/** Models read at most 8,192 tokens; for a longer text the provider would reject the whole call. */
const TEXT_MAX = 16_000;
const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 30_000;
const BACKOFF_MS = 800;
/** After a longer pause, the next run of the job tries again. */
const MAX_PAUSE_MS = 20_000;

const RETRYABLE = new Set<ProviderError['reason']>(['rate_limited', 'unavailable', 'timeout']);

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    // Providers reject empty texts.
    const cut = text.slice(0, TEXT_MAX).trim() || '-';
    const last = batches.at(-1);
    if (!last || last.length >= BATCH_TEXTS || characters + cut.length > BATCH_CHARACTERS) {
      batches.push([cut]);
      characters = cut.length;
    } else {
      last.push(cut);
      characters += cut.length;
    }
  }
  return batches;
}

async function callOnce(config: ModelConfig, outbound: Outbound, values: string[], options: EmbedOptions) {
  const { signal, timeoutMs = TIMEOUT_MS } = options;
  const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const { embeddings, usage } = await tryKeys(config, signal, async (key) => {
    const [{ embedMany }, model] = await Promise.all([import('ai'), openEmbeddingModel(config, key, outbound)]);
    return embedMany({ model, values, maxRetries: 0, abortSignal });
  });
  const size = embeddings[0]?.length ?? 0;
  const isComplete = embeddings.length === values.length && embeddings.every(({ length }) => length === size);
  if (!isComplete || size === 0 || !embeddings.flat().every(Number.isFinite)) throw new ProviderError('empty');
  return { vectors: embeddings.map(quantize), tokens: usage.tokens || 0 };
}

type EmbeddingBatch = Awaited<ReturnType<typeof callOnce>>;

async function callWithRetries(
  config: ModelConfig,
  outbound: Outbound,
  values: string[],
  options: EmbedOptions,
): Promise<EmbeddingBatch> {
  const { signal, maxAttempts = MAX_ATTEMPTS, backoffMs = BACKOFF_MS } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await callOnce(config, outbound, values, options);
    } catch (error) {
      signal.throwIfAborted();
      const failure = toProviderError(error, config.keys);
      const pause = Math.max(failure.retryAfterMs ?? 0, backoffMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4));
      if (!RETRYABLE.has(failure.reason) || attempt >= maxAttempts || pause > MAX_PAUSE_MS) throw failure;
      await wait(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Some self-hosted servers reject more texts than they accept per call. */
async function callByHalves(
  config: ModelConfig,
  outbound: Outbound,
  values: string[],
  options: EmbedOptions,
): Promise<EmbeddingBatch> {
  try {
    return await callWithRetries(config, outbound, values, options);
  } catch (error) {
    const isTooLong = error instanceof ProviderError && error.reason === 'bad_request' && values.length > 1;
    if (!isTooLong) throw error;
    const half = Math.ceil(values.length / 2);
    const first = await callByHalves(config, outbound, values.slice(0, half), options);
    const second = await callByHalves(config, outbound, values.slice(half), options);
    return { vectors: [...first.vectors, ...second.vectors], tokens: first.tokens + second.tokens };
  }
}

/** With the provider's token count (0 if unknown). */
export async function embedWithUsage(
  config: ModelConfig,
  outbound: Outbound,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<{ vectors: Int8Array[]; tokens: number }> {
  const all = { vectors: [] as Int8Array[], tokens: 0 };
  for (const batch of batchesOf(texts)) {
    const { vectors, tokens } = await callByHalves(config, outbound, batch, options);
    if (all.vectors[0] && all.vectors[0].length !== vectors[0]?.length) throw new ProviderError('empty');
    all.vectors.push(...vectors);
    all.tokens += tokens;
  }
  return all;
}

/**
 * In order, quantized to int8 (length 1, times 127). Batches of `BATCH_TEXTS`, one after the other; up to three calls
 * each, with all keys. Throws `ProviderError`, or the reason of `signal` when aborted.
 */
export async function embedTexts(
  config: ModelConfig,
  outbound: Outbound,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Int8Array[]> {
  return (await embedWithUsage(config, outbound, texts, options)).vectors;
}
