import { countIn, FIELDS } from './postings.ts';
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
  const counts = chain.map(({ lengths }) => lengths[0]!.length);
  const passageCount = counts.reduce((sum, count) => sum + count, 0);
  const averages = FIELDS.map((_, field) => chain.reduce((sum, { totals }) => sum + totals[field]!, 0) / passageCount);
  const rarities = terms.map((term) => rarity(passageCount, passagesWith(chain, term)) * term.count);
  return chain.map((postings, segment) => {
    const scores = new Float32Array(counts[segment]!);
    const norms = FIELDS.map((_, field) => normsOf(postings, field, averages[field]!));
    terms.forEach(({ ids }, index) => {
      const id = ids[segment]!;
      if (id < 0) return;
      const weight = rarities[index]! * (k1 + 1);
      const { passages, counts: packed, starts } = postings;
      const end = starts[id + 1]!;
      for (let at = starts[id]!; at < end; at++) {
        const passage = passages[at]!;
        const count = packed[at]!;
        let frequency = countIn(count, 0) * norms[0]![passage]!;
        if (count > 0xff)
          frequency += countIn(count, 1) * norms[1]![passage]! + countIn(count, 2) * norms[2]![passage]!;
        scores[passage]! += (weight * frequency) / (frequency + k1);
      }
    });
    return scores;
  });
}

function normsOf({ lengths }: Postings, field: number, average: number): Float32Array {
  const weight = FIELD_WEIGHTS[field]!;
  const b = FIELD_LENGTH_NORMS[field]!;
  const own = lengths[field]!;
  const norms = new Float32Array(own.length);
  const perTerm = average > 0 ? b / average : 0;
  for (let passage = 0; passage < own.length; passage++) norms[passage] = weight / (1 - b + own[passage]! * perTerm);
  return norms;
}
