import type { TrainingResult } from '../../../reading/passages/passages.ts';
import { findSearchModel } from '../../db/platform.ts';
import { type EmbedOptions, embedTexts } from '../../providers/embed-texts.ts';
import { type ModelConfig, openModel } from '../../providers/model-config.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { Services } from '../../runtime/services.ts';
import type { ContentRow } from '../contents/contents.ts';

export interface EmbeddingInput {
  title: string;
  heading: string | null;
  question: string | null;
  text: string;
}

export const toEmbeddingInputs = (
  { question }: Pick<ContentRow, 'question'>,
  { title, passages }: TrainingResult,
): EmbeddingInput[] => passages.map(({ heading, text }) => ({ title, heading, question, text }));

/** A low estimate: the provider rejects the whole request when one text exceeds the window. */
const CHARACTERS_PER_TOKEN = 2.5;

export const truncateFor = ({ tokenWindow }: ModelConfig, text: string): string =>
  text.slice(0, Math.floor(tokenWindow * CHARACTERS_PER_TOKEN));

/** The topic first, because long texts are truncated. */
const textOf = ({ title, heading, question, text }: EmbeddingInput): string =>
  [question ?? title, heading, text].filter(Boolean).join('\n');

/** With its key decrypted; null when staff chose none. */
export async function openSearchModel(services: Services): Promise<ModelConfig | null> {
  const row = await findSearchModel(services.db);
  return row && openModel(services.key, row);
}

/** In order. Throws `ProviderError`. */
export const embedPassages = (
  services: Services,
  model: ModelConfig,
  passages: readonly EmbeddingInput[],
  options: EmbedOptions,
): Promise<Int8Array[]> =>
  embedTexts(
    model,
    services.outbound,
    passages.map((passage) => truncateFor(model, textOf(passage))),
    options,
  );

export interface TrainingEmbeddings {
  modelId: string;
  /** Of the first passages; of all unless the provider failed or was too slow. */
  vectors: Int8Array[];
}

/** Finished rounds are kept when a later one fails. */
const ROUND = 64;
/** Users wait for the content; what is not embedded in time is left to a job. */
const REQUEST_LIMITS: Partial<EmbedOptions> = { maxAttempts: 2, timeoutMs: 7_000 };
const TIMEOUT_MS = 60_000;

/** A failing provider does not fail the training. */
export async function tryEmbedding(
  services: Services,
  passages: readonly EmbeddingInput[],
  signal: AbortSignal,
): Promise<TrainingEmbeddings | null> {
  const model = await openSearchModel(services);
  if (!model) return null;
  const vectors: Int8Array[] = [];
  const end = performance.now() + TIMEOUT_MS;
  try {
    while (vectors.length < passages.length && performance.now() < end) {
      const round = passages.slice(vectors.length, vectors.length + ROUND);
      vectors.push(...(await embedPassages(services, model, round, { signal, ...REQUEST_LIMITS })));
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
  return { modelId: model.id, vectors };
}
