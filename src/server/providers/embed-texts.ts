import { setTimeout as wait } from 'node:timers/promises';
import type { Outbound } from '../outbound/outbound.ts';
import { quantise } from './embedding-vector.ts';
import type { ModelConfig } from './model-config.ts';
import { openEmbeddingModel } from './open-provider.ts';
import { explainProviderError, ProviderError } from './provider-error.ts';
import { tryKeys } from './try-keys.ts';

export interface EmbedOptions {
  signal: AbortSignal;
  /** Calls at most for one batch. A question that somebody waits for has no time for a second. */
  tries?: number;
  /** For one call. */
  timeoutMs?: number;
  /** Before the second call; doubled before each further one. */
  backoffMs?: number;
}

/** Texts and characters of one call: the providers take no less. */
const BATCH_TEXTS = 64;
const BATCH_CHARACTERS = 60_000;
/** No model reads further than this (8,192 tokens); one text more than it takes would have the call refused. */
const TEXT_MAX = 16_000;
const TRIES = 3;
const TIMEOUT_MS = 30_000;
const BACKOFF_MS = 800;
/** A provider that wants to be left alone for longer is asked again by the next run of the job. */
const PATIENCE_MS = 20_000;

const WORTH_ANOTHER = new Set<ProviderError['reason']>(['rate_limited', 'unavailable', 'timeout']);

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    // Providers refuse a text without a letter.
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
  const isWhole = embeddings.length === values.length && embeddings.every(({ length }) => length === size);
  if (!isWhole || size === 0 || !embeddings.flat().every(Number.isFinite)) throw new ProviderError('empty');
  return { vectors: embeddings.map(quantise), tokens: usage.tokens || 0 };
}

type Embedded = Awaited<ReturnType<typeof callOnce>>;

async function callPatiently(
  config: ModelConfig,
  outbound: Outbound,
  values: string[],
  options: EmbedOptions,
): Promise<Embedded> {
  const { signal, tries = TRIES, backoffMs = BACKOFF_MS } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await callOnce(config, outbound, values, options);
    } catch (error) {
      signal.throwIfAborted();
      const failure = explainProviderError(error, config.keys);
      const pause = Math.max(failure.retryAfterMs ?? 0, backoffMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4));
      if (!WORTH_ANOTHER.has(failure.reason) || attempt >= tries || pause > PATIENCE_MS) throw failure;
      await wait(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Some servers of one's own take fewer texts at a time, and tell it by refusing: half as many are tried, down to one. */
async function callByHalves(
  config: ModelConfig,
  outbound: Outbound,
  values: string[],
  options: EmbedOptions,
): Promise<Embedded> {
  try {
    return await callPatiently(config, outbound, values, options);
  } catch (error) {
    const isTooMuch = error instanceof ProviderError && error.reason === 'bad_request' && values.length > 1;
    if (!isTooMuch) throw error;
    const half = Math.ceil(values.length / 2);
    const first = await callByHalves(config, outbound, values.slice(0, half), options);
    const second = await callByHalves(config, outbound, values.slice(half), options);
    return { vectors: [...first.vectors, ...second.vectors], tokens: first.tokens + second.tokens };
  }
}

/** As `embedTexts`, with the tokens that the provider counted (0 when it told none). */
export async function embedCounting(
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
 * The embeddings of texts, in their order: vectors of length 1, times 127, rounded. One call after the other, of 64 texts
 * at most; a call that fails for a passing reason is made again, up to three times in all, each time with every key.
 * @throws ProviderError; the reason of `signal` when it was aborted.
 */
export async function embedTexts(
  config: ModelConfig,
  outbound: Outbound,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Int8Array[]> {
  return (await embedCounting(config, outbound, texts, options)).vectors;
}
