import { findSearchModel } from '../../db/platform.ts';
import { embedTexts } from '../../providers/embed-texts.ts';
import { type ModelConfig, openModel } from '../../providers/model-config.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { Services } from '../../services.ts';

/** What of a passage is embedded. */
export interface EmbeddedPassage {
  title: string;
  heading: string | null;
  question: string | null;
  text: string;
}

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
  signal: AbortSignal,
): Promise<Int8Array[]> => embedTexts(model, services.outbound, passages.map(textOf), { signal });

/** What a training could embed of its passages. */
export interface Embedded {
  modelId: string;
  /** Null: the provider failed; the passages are found by their words meanwhile. */
  vectors: Int8Array[] | null;
}

/** Embeds what a training has made, if a model is chosen. A provider that fails does not fail the training. */
export async function tryEmbedding(
  services: Services,
  passages: readonly EmbeddedPassage[],
  signal: AbortSignal,
): Promise<Embedded | null> {
  const model = await openSearchModel(services);
  if (!model) return null;
  try {
    return { modelId: model.id, vectors: await embedPassages(services, model, passages, signal) };
  } catch (error) {
    if (error instanceof ProviderError) return { modelId: model.id, vectors: null };
    throw error;
  }
}
