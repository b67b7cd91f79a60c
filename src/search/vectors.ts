import type { PassageCandidate } from './candidates.ts';
import { scoreHidden } from './hidden-passages.ts';
import type { Ranked } from './rank.ts';
import type { Segment } from './segment.ts';

/** Zeros for a passage without one. */
export interface PassageVectors {
  model: string;
  dimensions: number;
  data: Int8Array;
  /** About constant apart from rounding; 0 without an embedding. */
  lengths: Float32Array;
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));

/** Null for passages without one. Skips vectors that differ from the most frequent size. */
export function concatenateVectors(model: string, vectors: readonly (Int8Array | null)[]): PassageVectors | undefined {
  const sizes = new Map<number, number>();
  for (const vector of vectors) if (vector) sizes.set(vector.length, (sizes.get(vector.length) ?? 0) + 1);
  const dimensions = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (!dimensions) return undefined;
  const data = new Int8Array(vectors.length * dimensions);
  const lengths = new Float32Array(vectors.length);
  vectors.forEach((vector, passage) => {
    if (vector?.length !== dimensions) return;
    data.set(vector, passage * dimensions);
    lengths[passage] = lengthOf(vector);
  });
  return { model, dimensions, data, lengths };
}

/** By model, because the contexts of a chain may temporarily use different ones. */
export type QuestionVectors = ReadonlyMap<string, Int8Array>;

/** Normalised by what is usual in the base: cosines of one model lie below 0.5, those of another above 0.7. */
export interface Nearness {
  /** Deviations above the usual cosine; NaN without an embedding. */
  heights: readonly Float32Array[];
  /** The height that the best of this many passages reaches by chance. */
  chance: number;
}

/** Conservative, not measured: no embedding model was available. Measure them with a real one. */
const WEIGHT = 4;
const NEAREST = 10;
/** In deviations; one passage in six reaches it by chance. */
const COUNTS_FROM = 1;
/** Share of the distance from the usual cosine to 1: cosines of few or similar passages lie close together. */
const DEVIATION_MIN = 0.08;
/** For the chance level, because the statistics of fewer passages are unreliable. */
const COUNT_MIN = 30;
/** The height above chance that gives the maximum confidence. */
const EXCESS_SURE = 3;
const SURE = 0.7;

function dotProducts(rows: Int8Array, vector: Int8Array): Int32Array {
  const size = vector.length;
  const products = new Int32Array(rows.length / size);
  for (let row = 0, at = 0; row < products.length; row++) {
    let sum = 0;
    for (let part = 0; part < size; part++) sum += rows[at++]! * vector[part]!;
    products[row] = sum;
  }
  return products;
}

/** Null if the question has no embedding of the segment's model. */
function cosinesOf(segment: Segment, question: QuestionVectors): Float32Array | null {
  const { vectors } = segment;
  const questionVector = vectors && question.get(vectors.model);
  if (!vectors || !questionVector || questionVector.length !== vectors.dimensions) return null;
  const products = dotProducts(vectors.data, questionVector);
  const cosines = new Float32Array(products.length);
  const questionLength = lengthOf(questionVector);
  // NaN (0 / 0) for a passage without an embedding.
  for (let at = 0; at < cosines.length; at++) cosines[at] = products[at]! / (vectors.lengths[at]! * questionLength);
  return scoreHidden(segment, cosines, NaN);
}

/** Number of histogram bins for cosines from -1 to 1. */
const BINS = 4_000;

/**
 * Median, and the deviation of the lower half, because the upper one contains the passages that the question is about.
 */
function backgroundOf(lists: readonly Float32Array[]): { usual: number; deviation: number; count: number } {
  const counts = new Uint32Array(BINS + 1);
  let count = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const cosine = list[at]!;
      if (Number.isNaN(cosine)) continue;
      counts[Math.min(BINS, Math.max(0, Math.round((cosine + 1) * (BINS / 2))))]!++;
      count++;
    }
  }
  let middle = 0;
  let below = 0;
  while (middle < BINS && below + counts[middle]! < count / 2) below += counts[middle++]!;
  let squares = 0;
  for (let step = 0; step < middle; step++) squares += counts[step]! * (middle - step) ** 2;
  const usual = middle / (BINS / 2) - 1;
  const deviation = Math.sqrt(squares / Math.max(1, count / 2)) / (BINS / 2);
  return { usual, deviation: Math.max(deviation, DEVIATION_MIN * (1 - usual), 1e-3), count };
}

/** Null when no segment has comparable embeddings. */
export function measureNearness(chain: readonly Segment[], question: QuestionVectors): Nearness | null {
  const cosines = chain.map((segment) => cosinesOf(segment, question));
  const heights = chain.map(({ passages }) => new Float32Array(passages.length).fill(NaN));
  let count = 0;
  for (const model of question.keys()) {
    const embedded = chain.flatMap(({ vectors }, at) => (vectors?.model === model && cosines[at] ? [at] : []));
    const background = backgroundOf(embedded.map((at) => cosines[at]!));
    count += background.count;
    for (const at of embedded) {
      const [list, own] = [heights[at]!, cosines[at]!];
      for (let index = 0; index < list.length; index++) {
        list[index] = (own[index]! - background.usual) / background.deviation;
      }
    }
  }
  // The maximum of n normal values is about this many deviations above their mean.
  return count === 0 ? null : { heights, chance: Math.sqrt(2 * Math.log(Math.max(count, COUNT_MIN))) };
}

/** Even those that share no word with the question. */
export function addNearest(
  chain: readonly Segment[],
  candidates: readonly PassageCandidate[],
  near: Nearness,
): PassageCandidate[] {
  const candidateKeys = new Set(candidates.map(({ segmentIndex, index }) => `${segmentIndex}:${index}`));
  const nearest: { segmentIndex: number; index: number; height: number }[] = [];
  let lowest = 0;
  near.heights.forEach((list, segmentIndex) => {
    for (let index = 0; index < list.length; index++) {
      const height = list[index]!;
      // Also skips NaN.
      if (!(height > lowest)) continue;
      nearest.push({ segmentIndex, index, height });
      nearest.sort((a, b) => b.height - a.height || a.segmentIndex - b.segmentIndex || a.index - b.index);
      nearest.length = Math.min(nearest.length, NEAREST);
      if (nearest.length === NEAREST) lowest = nearest.at(-1)!.height;
    }
  });
  const none = { grams: 0, stems: 0, rawGrams: 0, rawStems: 0 };
  const added = nearest.filter(({ segmentIndex, index }) => !candidateKeys.has(`${segmentIndex}:${index}`));
  return [
    ...candidates,
    ...added.map(({ segmentIndex, index }) => ({ segment: chain[segmentIndex]!, segmentIndex, index, ...none })),
  ];
}

const heightOf = ({ candidate: { segmentIndex, index } }: Ranked, { heights }: Nearness): number =>
  heights[segmentIndex]![index]!;

/**
 * From 0 at `COUNTS_FROM` to full weight at the nearest passage (or the chance level, if higher). A passage without an
 * embedding gains the average, so that it is not penalised.
 */
export function joinNearness(ranked: readonly Ranked[], near: Nearness): Ranked[] {
  const heights = ranked.map((one) => heightOf(one, near) - COUNTS_FROM);
  const known = heights.filter((height) => !Number.isNaN(height)).map((height) => Math.max(0, height));
  const top = Math.max(near.chance - COUNTS_FROM, ...known);
  const mean = known.reduce((sum, height) => sum + height, 0) / Math.max(1, known.length);
  const joined = ranked.map((one, at) => {
    const height = Number.isNaN(heights[at]!) ? mean : Math.max(0, heights[at]!);
    return { ...one, score: one.score + (WEIGHT * height) / top };
  });
  return joined.sort((a, b) => b.score - a.score);
}

/** Headed by the best passage of the joined ranking: the confidence model was trained on scores by words. */
export function byWords(joined: readonly Ranked[], read: readonly Ranked[]): readonly Ranked[] {
  const best = read.find(({ candidate }) => candidate === joined[0]?.candidate);
  return best ? [best, ...read.filter((one) => one !== best)] : read;
}

/** Missing numbers limit the increase: they change embeddings little and answers much. */
export function liftConfidence(confidence: number, ranked: readonly Ranked[], near: Nearness): number {
  const [first] = ranked;
  if (!first) return confidence;
  const excess = heightOf(first, near) - near.chance;
  if (!(excess > 0)) return confidence;
  const lift = SURE * Math.min(1, excess / EXCESS_SURE) * (1 - first.features.numbersMissing);
  return 1 - (1 - confidence) * (1 - lift);
}
