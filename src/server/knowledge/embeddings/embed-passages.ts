import { findSearchModel } from '../../db/platform.ts';
import { type EmbedOptions, embedTexts } from '../../providers/embed-texts.ts';
import { type ModelConfig, openModel } from '../../providers/model-config.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { Services } from '../../runtime/services.ts';

/** What of a passage is embedded. */
export interface EmbeddedPassage {
  title: string;
  heading: string | null;
  question: string | null;
  text: string;
}

/** Characters of a token in the densest texts: what is longer than the model's window has the whole call refused. */
const CHARACTERS_PER_TOKEN = 2.5;

/** A text as far as the model reads. */
export const cutFor = ({ tokenWindow }: ModelConfig, text: string): string =>
  text.slice(0, Math.floor(tokenWindow * CHARACTERS_PER_TOKEN));

/** A passage as a model reads it: what it is about first. */
const textOf = ({ title, heading, question, text }: EmbeddedPassage): string =>
  [question ?? title, heading, text].filter(Boolean).join('\n');

/** The model that staff have chosen for the search, open; null when there is none. */
export async function openSearchModel(services: Services): Promise<ModelConfig | null> {
  const row = await findSearchModel(services.db);
  return row && openModel(services.key, row);
}

/** The embeddings of passages, in their order. @throws ProviderError */
export const embedPassages = (
  services: Services,
  model: ModelConfig,
  passages: readonly EmbeddedPassage[],
  options: EmbedOptions,
): Promise<Int8Array[]> =>
  embedTexts(
    model,
    services.outbound,
    passages.map((passage) => cutFor(model, textOf(passage))),
    options,
  );

/** What a training could embed of its passages. */
export interface Embedded {
  modelId: string;
  /** Of the first passages, in their order: of all of them, unless the provider failed. */
  vectors: Int8Array[];
}

/** Passages of one round, whose embeddings are kept though a later round fails. */
const ROUND = 64;
/** Somebody waits for his content to be found by its words: what a provider has not done by then is left to a job. */
const PATIENCE = { tries: 2, timeoutMs: 7_000 };
const PATIENCE_MS = 60_000;

/** Embeds what a training has made, if a model is chosen. A provider that fails does not fail the training. */
export async function tryEmbedding(
  services: Services,
  passages: readonly EmbeddedPassage[],
  signal: AbortSignal,
): Promise<Embedded | null> {
  const model = await openSearchModel(services);
  if (!model) return null;
  const vectors: Int8Array[] = [];
  const end = performance.now() + PATIENCE_MS;
  try {
    while (vectors.length < passages.length && performance.now() < end) {
      const round = passages.slice(vectors.length, vectors.length + ROUND);
      vectors.push(...(await embedPassages(services, model, round, { signal, ...PATIENCE })));
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
  return { modelId: model.id, vectors };
}
