import type { Candidate } from './candidates.ts';
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

/** Lays vectors of one model out, one a passage, null for passages without. Those of another size than the first are left out. */
export function layOutVectors(model: string, vectors: readonly (Int8Array | null)[]): PassageVectors | undefined {
  const dimensions = vectors.find((vector) => vector !== null)?.length;
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

/** How near the passages of a chain are to a question, in meaning. */
export interface Nearness {
  /** Per segment, the cosine of each passage; the mean of all where a passage has no embedding. */
  cosines: readonly Float32Array[];
  mean: number;
  best: number;
  /** How far the best stands out of the others, in their deviations, beyond what chance gives the best of so many. */
  excess: number;
}

/**
 * What the nearest passage gains, and how many of the nearest are read closely that share no word with the question. No
 * embedding model can be had where this was written: the numbers are careful, and whoever has one should measure.
 */
const WEIGHT = 4;
const NEAREST = 10;
/** Cosines of few or like passages lie close together: their deviation is taken to be at least this. */
const DEVIATION_MIN = 0.05;
/** The excess from which a match is as sure as meaning alone can make it, and how sure that is. */
const EXCESS_SURE = 4;
const SURE = 0.7;

/** The cosines of one segment, exact; null where the question has no embedding of its model. */
function cosinesOf({ passages, vectors }: Segment, question: QuestionVectors): Float32Array | null {
  const asked = vectors && question.get(vectors.model);
  if (!vectors || !asked || asked.length !== vectors.dimensions) return null;
  const { data, dimensions, lengths } = vectors;
  const cosines = new Float32Array(passages.length);
  const askedLength = lengthOf(asked);
  for (let passage = 0; passage < passages.length; passage++) {
    const from = passage * dimensions;
    let dot = 0;
    for (let at = 0; at < dimensions; at++) dot += data[from + at]! * asked[at]!;
    // 0 divided by 0: no embedding, and no number.
    cosines[passage] = dot / (lengths[passage]! * askedLength);
  }
  return cosines;
}

/** Measures a chain against a question's embedding. Null when nothing of it can be measured. */
export function measureNearness(chain: readonly Segment[], question: QuestionVectors): Nearness | null {
  const measured = chain.map((segment) => cosinesOf(segment, question));
  const known = measured.flatMap((cosines) => (cosines ? [...cosines].filter((value) => !Number.isNaN(value)) : []));
  if (known.length === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const best = known.reduce((most, value) => Math.max(most, value), -1);
  const cosines = measured.map((list, at) =>
    list
      ? list.map((value) => (Number.isNaN(value) ? mean : value))
      : new Float32Array(chain[at]!.passages.length).fill(mean),
  );
  return { cosines, mean, best, excess: excessOf(known, best) };
}

function excessOf(known: readonly number[], best: number): number {
  const others = known.length - 1;
  if (others === 0) return 0;
  const mean = (known.reduce((sum, value) => sum + value, 0) - best) / others;
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) - (best - mean) ** 2;
  const deviation = Math.max(DEVIATION_MIN, Math.sqrt(Math.max(0, squares) / others));
  // The best of n normal values lies about so many deviations above their mean.
  return (best - mean) / deviation - Math.sqrt(2 * Math.log(known.length));
}

/** The candidates with the nearest passages among them, which may share no word with the question. */
export function addNearest(chain: readonly Segment[], candidates: readonly Candidate[], near: Nearness): Candidate[] {
  const taken = new Set(candidates.map(({ segmentIndex, index }) => `${segmentIndex}:${index}`));
  const nearest: { segmentIndex: number; index: number; cosine: number }[] = [];
  near.cosines.forEach((list, segmentIndex) => {
    list.forEach((cosine, index) => {
      if (cosine <= near.mean || (nearest.length === NEAREST && cosine <= nearest.at(-1)!.cosine)) return;
      nearest.push({ segmentIndex, index, cosine });
      nearest.sort((a, b) => b.cosine - a.cosine || a.segmentIndex - b.segmentIndex || a.index - b.index);
      nearest.length = Math.min(nearest.length, NEAREST);
    });
  });
  const none = { grams: 0, stems: 0, rawGrams: 0, rawStems: 0 };
  const added = nearest.filter(({ segmentIndex, index }) => !taken.has(`${segmentIndex}:${index}`));
  return [
    ...candidates,
    ...added.map(({ segmentIndex, index }) => ({ segment: chain[segmentIndex]!, segmentIndex, index, ...none })),
  ];
}

const nearnessOf = ({ candidate }: Ranked, { cosines, mean, best }: Nearness): number =>
  best > mean ? Math.max(0, (cosines[candidate.segmentIndex]![candidate.index]! - mean) / (best - mean)) : 0;

/** The ranking with nearness as one more signal: from none at the mean to all at the best. */
export function joinNearness(ranked: readonly Ranked[], near: Nearness): Ranked[] {
  const joined = ranked.map((one) => ({ ...one, score: one.score + WEIGHT * nearnessOf(one, near) }));
  return joined.sort((a, b) => b.score - a.score);
}

/** How sure one is with the meaning taken in: as before, or surer where the best passage stands out by its meaning. */
export function liftConfidence(confidence: number, ranked: readonly Ranked[], near: Nearness): number {
  const [first] = ranked;
  if (!first || nearnessOf(first, near) < 1) return confidence;
  const lift = SURE * Math.min(1, Math.max(0, near.excess / EXCESS_SURE));
  return 1 - (1 - confidence) * (1 - lift);
}
