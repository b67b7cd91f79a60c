import type { Segment } from '../../../search/segment.ts';
import type { QuestionVectors } from '../../../search/vectors.ts';
import { findModel } from '../../db/platform.ts';
import { embedTexts } from '../../providers/embed-texts.ts';
import { openModel } from '../../providers/model-config.ts';
import type { Services } from '../../runtime/services.ts';
import { truncateFor } from './embed-passages.ts';

/** The visitor waits: then words alone are searched. */
const TIMEOUT_MS = 1_500;
const MAX_CACHED = 2_000;

const cache = new Map<string, Int8Array>();

function cacheVector(key: string, vector: Int8Array): Int8Array {
  cache.delete(key);
  cache.set(key, vector);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return vector;
}

async function embed(services: Services, id: string, question: string, signal: AbortSignal): Promise<Int8Array | null> {
  const row = await findModel(services.db, id);
  if (!row) return null;
  // The model's configuration is part of the key: changing it may change the vectors.
  const key = `${id} ${row.updatedAt.getTime()} ${question}`;
  const known = cache.get(key);
  if (known) return cacheVector(key, known);
  const model = openModel(services.key, row);
  const [vector] = await embedTexts(model, services.outbound, [truncateFor(model, question)], {
    signal,
    maxAttempts: 1,
    timeoutMs: TIMEOUT_MS,
  });
  return vector ? cacheVector(key, vector) : null;
}

/** By each model in use; `toSend` is called only if there is one. Undefined when none is, or none responds in time: words alone. Never throws. */
export async function embedQuestion(
  services: Services,
  segments: readonly Segment[],
  toSend: () => string,
  signal: AbortSignal,
): Promise<QuestionVectors | undefined> {
  const ids = [...new Set(segments.flatMap(({ vectors }) => vectors?.model ?? []))];
  if (ids.length === 0) return undefined;
  const question = toSend();
  const vectors = new Map<string, Int8Array>();
  await Promise.all(
    ids.map(async (id) => {
      const vector = await embed(services, id, question, signal).catch(() => null);
      if (vector) vectors.set(id, vector);
    }),
  );
  return vectors.size > 0 ? vectors : undefined;
}
