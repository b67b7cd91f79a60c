import type { Lengths, TermList } from './postings.ts';
import { countIn, FIELDS, QUESTION, TITLE } from './postings.ts';
import type { TermIndex } from './term-index.ts';

/** Per field: text, title, question. `b` is the length normalisation. */
const FIELD_WEIGHTS = [1, 2, 6] as const;
const FIELD_LENGTH_NORMS = [0.6, 0.3, 0.4] as const;

export interface QuestionTerm<Term> {
  term: Term;
  count: number;
}

export function rarity(passageCount: number, passagesHolding: number): number {
  return Math.log(1 + (passageCount - passagesHolding + 0.5) / (passagesHolding + 0.5));
}

/** Statistics are summed over the chain, so that scores do not depend on how it is split into segments. */
export function scoreByTerms<Term>(
  chain: readonly TermIndex<Term>[],
  terms: readonly QuestionTerm<Term>[],
  k1: number,
): Float32Array[] {
  const passageCount = chain.reduce((sum, { lengths }) => sum + lengths.each[0]!.length, 0);
  const averages = FIELDS.map(
    (_, field) => chain.reduce((sum, { lengths }) => sum + lengths.totals[field]!, 0) / passageCount,
  );
  const norms = chain.map(({ lengths }) => normsOf(lengths, averages));
  const scores = chain.map(({ lengths }) => new Float32Array(lengths.each[0]!.length));
  for (const { term, count } of terms) {
    const lists = chain.map((index) => index.listOf(term));
    const holding = lists.reduce((sum, { passages }) => sum + passages.length, 0);
    const weight = rarity(passageCount, holding) * count * (k1 + 1);
    lists.forEach((list, segment) => addTerm(scores[segment]!, list, norms[segment]!, weight, k1));
  }
  return scores;
}

function addTerm(
  scores: Float32Array,
  { passages, counts }: TermList,
  norms: readonly Float32Array[],
  weight: number,
  k1: number,
): void {
  const [text, title, question] = norms as [Float32Array, Float32Array, Float32Array];
  for (let at = 0; at < passages.length; at++) {
    const passage = passages[at]!;
    const count = counts[at]!;
    let frequency = (count & 0xff) * text[passage]!;
    if (count > 0xff)
      frequency += countIn(count, TITLE) * title[passage]! + countIn(count, QUESTION) * question[passage]!;
    scores[passage]! += (weight * frequency) / (frequency + k1);
  }
}

/**
 * They change when the segment is searched in another chain: in a base that changes all the time, with most questions.
 */
const KNOWN_NORMS = new WeakMap<Lengths, { averages: readonly number[]; norms: Float32Array[] }>();

function normsOf(lengths: Lengths, averages: readonly number[]): Float32Array[] {
  const known = KNOWN_NORMS.get(lengths);
  if (known?.averages.every((average, field) => average === averages[field])) return known.norms;
  const norms = FIELDS.map((_, field) => {
    const own = lengths.each[field]!;
    const b = FIELD_LENGTH_NORMS[field]!;
    const perTerm = averages[field]! > 0 ? b / averages[field]! : 0;
    const weight = FIELD_WEIGHTS[field]!;
    const of = new Float32Array(own.length);
    // `Float32Array.from` takes ten times as long.
    for (let passage = 0; passage < own.length; passage++) of[passage] = weight / (1 - b + own[passage]! * perTerm);
    return of;
  });
  KNOWN_NORMS.set(lengths, { averages, norms });
  return norms;
}
