import type { PassageCandidate } from './candidates.ts';
import type { Ranked } from './rank.ts';
import type { Segment } from './segment.ts';

/** The embeddings of a segment's passages by one model, one after the other; of zeros where a passage has none. */
export interface PassageVectors {
  model: string;
  dimensions: number;
  data: Int8Array;
  /** The length of each: rounding has left them a little off, and a passage without an embedding has none. */
  lengths: Float32Array;
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));

/** Lays vectors of one model out, one a passage, null for passages without. Those of another size than most are left out. */
export function layOutVectors(model: string, vectors: readonly (Int8Array | null)[]): PassageVectors | undefined {
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

/** A question's embedding, by model: the contexts of a chain may have answered to different ones for a while. */
export type QuestionVectors = ReadonlyMap<string, Int8Array>;

/**
 * How near the passages of a chain are to a question, in meaning. Cosines of one model lie between 0 and 0.5, of another
 * between 0.7 and 0.9; what is usual in the base itself tells which, and makes them comparable.
 */
export interface Nearness {
  /** Per segment, how far above the usual each passage stands, in deviations; no number for one without an embedding. */
  heights: readonly Float32Array[];
  /** How far the best of so many stands above by chance. */
  chance: number;
}

/**
 * What the nearest passage gains, and how many of the nearest are read closely that share no word with the question. No
 * embedding model can be had where this was written: the numbers are careful, and whoever has one should measure.
 */
const WEIGHT = 4;
const NEAREST = 10;
/** The height, in deviations, from which on nearness counts in the ranking: one passage in six stands there by chance. */
const COUNTS_FROM = 1;
/** Cosines of few or like passages lie close together: their deviation is at least this share of what is left to 1. */
const DEVIATION_MIN = 0.08;
/** The background of fewer passages tells so little that they are held to the chance of so many. */
const COUNT_MIN = 30;
/** The height above chance from which a match is as sure as meaning alone can make it, and how sure that is. */
const EXCESS_SURE = 3;
const SURE = 0.7;

/** Of each row (as long as the vector, one after the other) the sum of the products of its numbers with the vector's. */
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

/** The cosines of one segment, exact; null where the question has no embedding of its model. */
function cosinesOf({ vectors }: Segment, question: QuestionVectors): Float32Array | null {
  const asked = vectors && question.get(vectors.model);
  if (!vectors || !asked || asked.length !== vectors.dimensions) return null;
  const products = dotProducts(vectors.data, asked);
  const cosines = new Float32Array(products.length);
  const askedLength = lengthOf(asked);
  // 0 divided by 0: no embedding, and no number.
  for (let at = 0; at < cosines.length; at++) cosines[at] = products[at]! / (vectors.lengths[at]! * askedLength);
  return cosines;
}

/** Steps in which cosines are counted, from -1 to 1. */
const STEPS = 4_000;

/**
 * What is usual among cosines of one model: the one in the middle, and how far those below it lie from it. Those above are
 * left aside: among them are the passages that the question is about.
 */
function backgroundOf(lists: readonly Float32Array[]): { usual: number; deviation: number; count: number } {
  const counts = new Uint32Array(STEPS + 1);
  let count = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const cosine = list[at]!;
      if (Number.isNaN(cosine)) continue;
      counts[Math.min(STEPS, Math.max(0, Math.round((cosine + 1) * (STEPS / 2))))]!++;
      count++;
    }
  }
  let middle = 0;
  let below = 0;
  while (middle < STEPS && below + counts[middle]! < count / 2) below += counts[middle++]!;
  let squares = 0;
  for (let step = 0; step < middle; step++) squares += counts[step]! * (middle - step) ** 2;
  const usual = middle / (STEPS / 2) - 1;
  const deviation = Math.sqrt(squares / Math.max(1, count / 2)) / (STEPS / 2);
  return { usual, deviation: Math.max(deviation, DEVIATION_MIN * (1 - usual), 1e-3), count };
}

/** Measures a chain against a question's embedding, each model by itself. Null when nothing of it can be measured. */
export function measureNearness(chain: readonly Segment[], question: QuestionVectors): Nearness | null {
  const cosines = chain.map((segment) => cosinesOf(segment, question));
  const heights = chain.map(({ passages }) => new Float32Array(passages.length).fill(NaN));
  let count = 0;
  for (const model of question.keys()) {
    const places = chain.flatMap(({ vectors }, at) => (vectors?.model === model && cosines[at] ? [at] : []));
    const background = backgroundOf(places.map((at) => cosines[at]!));
    count += background.count;
    for (const at of places) {
      const [list, own] = [heights[at]!, cosines[at]!];
      for (let index = 0; index < list.length; index++) {
        list[index] = (own[index]! - background.usual) / background.deviation;
      }
    }
  }
  // The best of n normal values lies about so many deviations above their mean.
  return count === 0 ? null : { heights, chance: Math.sqrt(2 * Math.log(Math.max(count, COUNT_MIN))) };
}

/** The candidates with the nearest passages among them, which may share no word with the question. */
export function addNearest(
  chain: readonly Segment[],
  candidates: readonly PassageCandidate[],
  near: Nearness,
): PassageCandidate[] {
  const taken = new Set(candidates.map(({ segmentIndex, index }) => `${segmentIndex}:${index}`));
  const nearest: { segmentIndex: number; index: number; height: number }[] = [];
  let least = 0;
  near.heights.forEach((list, segmentIndex) => {
    for (let index = 0; index < list.length; index++) {
      const height = list[index]!;
      // What is no number is no greater.
      if (!(height > least)) continue;
      nearest.push({ segmentIndex, index, height });
      nearest.sort((a, b) => b.height - a.height || a.segmentIndex - b.segmentIndex || a.index - b.index);
      nearest.length = Math.min(nearest.length, NEAREST);
      if (nearest.length === NEAREST) least = nearest.at(-1)!.height;
    }
  });
  const none = { grams: 0, stems: 0, rawGrams: 0, rawStems: 0 };
  const added = nearest.filter(({ segmentIndex, index }) => !taken.has(`${segmentIndex}:${index}`));
  return [
    ...candidates,
    ...added.map(({ segmentIndex, index }) => ({ segment: chain[segmentIndex]!, segmentIndex, index, ...none })),
  ];
}

const heightOf = ({ candidate: { segmentIndex, index } }: Ranked, { heights }: Nearness): number =>
  heights[segmentIndex]![index]!;

/**
 * The ranking with nearness as one more signal: from none a little above the usual to all at the nearest, or at what
 * chance reaches where nothing is nearer. A passage without an embedding is not set back for it: it gains what the others do on average.
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

/**
 * The best passage of the joined ranking before the others, all with the scores of their words: what the confidence was
 * learned on. Being the nearest of all says nothing yet; how near, `liftConfidence` weighs.
 */
export function byWords(joined: readonly Ranked[], read: readonly Ranked[]): readonly Ranked[] {
  const best = read.find(({ candidate }) => candidate === joined[0]?.candidate);
  return best ? [best, ...read.filter((one) => one !== best)] : read;
}

/**
 * How sure one is with the meaning taken in: as before, or surer as far as the best passage stands out by its meaning. A
 * number of the question that it lacks speaks against it as before: numbers change a meaning little, and an answer much.
 */
export function liftConfidence(confidence: number, ranked: readonly Ranked[], near: Nearness): number {
  const [first] = ranked;
  if (!first) return confidence;
  const excess = heightOf(first, near) - near.chance;
  if (!(excess > 0)) return confidence;
  const lift = SURE * Math.min(1, excess / EXCESS_SURE) * (1 - first.features.numbersMissing);
  return 1 - (1 - confidence) * (1 - lift);
}
