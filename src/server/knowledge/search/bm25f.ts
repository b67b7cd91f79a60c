import { countIn, FIELDS, QUESTION, TITLE } from './postings.ts';
import type { Postings } from './postings.ts';

/** How much a field counts and how much its length takes away (BM25F), by field: text, title, question. */
export const FIELD_WEIGHTS = [1, 2, 6] as const;
export const FIELD_LENGTH_NORMS = [0.6, 0.3, 0.4] as const;

/** A term of the question: where each segment of the chain keeps it (-1: nowhere), and how often it is asked for. */
export interface Term {
  ids: number[];
  count: number;
}

/** In how many passages of the chain a term comes. */
export function passagesWith(chain: readonly Postings[], { ids }: Term): number {
  return ids.reduce(
    (sum, id, index) => (id < 0 ? sum : sum + chain[index]!.starts[id + 1]! - chain[index]!.starts[id]!),
    0,
  );
}

export function rarity(passageCount: number, passagesHolding: number): number {
  return Math.log(1 + (passageCount - passagesHolding + 0.5) / (passagesHolding + 0.5));
}

/**
 * Scores of BM25F for every passage of each segment, the statistics summed over the chain: a passage scores the same
 * however the chain is cut.
 */
export function scoreByTerms(chain: readonly Postings[], terms: readonly Term[], k1: number): Float32Array[] {
  const passageCount = chain.reduce((sum, { lengths }) => sum + lengths[0]!.length, 0);
  const averages = FIELDS.map((_, field) => chain.reduce((sum, { totals }) => sum + totals[field]!, 0) / passageCount);
  const weights = terms.map((term) => rarity(passageCount, passagesWith(chain, term)) * term.count * (k1 + 1));
  return chain.map((postings, segment) => {
    const scores = new Float32Array(postings.lengths[0]!.length);
    const norms = normsOf(postings, averages);
    for (let index = 0; index < terms.length; index++) {
      const id = terms[index]!.ids[segment]!;
      if (id >= 0) addTerm(scores, postings, norms, id, weights[index]!, k1);
    }
    return scores;
  });
}

function addTerm(
  scores: Float32Array,
  { passages, counts, starts }: Postings,
  norms: readonly Float32Array[],
  id: number,
  weight: number,
  k1: number,
): void {
  const [text, title, question] = norms as [Float32Array, Float32Array, Float32Array];
  const end = starts[id + 1]!;
  for (let at = starts[id]!; at < end; at++) {
    const passage = passages[at]!;
    const count = counts[at]!;
    let frequency = (count & 0xff) * text[passage]!;
    if (count > 0xff)
      frequency += countIn(count, TITLE) * title[passage]! + countIn(count, QUESTION) * question[passage]!;
    scores[passage]! += (weight * frequency) / (frequency + k1);
  }
}

/** The norms last worked out for a segment's postings: they change with the chain it is searched in alone. */
const KNOWN_NORMS = new WeakMap<Postings, { averages: readonly number[]; norms: Float32Array[] }>();

/** What one occurrence counts in each field of each passage. */
function normsOf(postings: Postings, averages: readonly number[]): Float32Array[] {
  const known = KNOWN_NORMS.get(postings);
  if (known?.averages.every((average, field) => average === averages[field])) return known.norms;
  const norms = FIELDS.map((_, field) => {
    const own = postings.lengths[field]!;
    const b = FIELD_LENGTH_NORMS[field]!;
    const perTerm = averages[field]! > 0 ? b / averages[field]! : 0;
    return Float32Array.from(own, (length) => FIELD_WEIGHTS[field]! / (1 - b + length * perTerm));
  });
  KNOWN_NORMS.set(postings, { averages, norms });
  return norms;
}
