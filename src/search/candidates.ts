import type { QuestionTerm } from './bm25f.ts';
import { scoreByTerms } from './bm25f.ts';
import { gramsOf } from './grams.ts';
import { scoreHidden } from './hidden-passages.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';
import type { TermIndex } from './term-index.ts';

export interface PassageCandidate {
  segment: Segment;
  segmentIndex: number;
  index: number;
  /** BM25F scores by character grams and by stems, each relative to the best passage's (0 to 1). */
  grams: number;
  stems: number;
  rawGrams: number;
  rawStems: number;
}

const GRAM_K1 = 0.9;
const STEM_K1 = 1;

export function findCandidates(chain: readonly Segment[], question: Question, limit: number): PassageCandidate[] {
  const scoresBy = <Term>(
    indexOf: (segment: Segment) => TermIndex<Term>,
    terms: readonly QuestionTerm<Term>[],
    k1: number,
  ) => scoreByTerms(chain.map(indexOf), terms, k1).map((scores, at) => scoreHidden(chain[at]!, scores, 0));
  const byGram = scoresBy(({ byGram }) => byGram, gramTerms(question), GRAM_K1);
  const byStem = scoresBy(({ byStem }) => byStem, stemTerms(question), STEM_K1);
  const gramMax = maximum(byGram);
  const stemMax = maximum(byStem);
  const sums = byGram.map((grams, segment) => add(grams, gramMax, byStem[segment]!, stemMax));
  return topOf(sums, limit).map(({ segment, index }) => ({
    segment: chain[segment]!,
    segmentIndex: segment,
    index,
    grams: byGram[segment]![index]! / gramMax,
    stems: byStem[segment]![index]! / stemMax,
    rawGrams: byGram[segment]![index]!,
    rawStems: byStem[segment]![index]!,
  }));
}

function gramTerms({ words }: Question): QuestionTerm<number>[] {
  const counts = new Map<number, number>();
  for (const { word, share } of words) {
    for (const gram of gramsOf(word)) counts.set(gram, (counts.get(gram) ?? 0) + share);
  }
  return [...counts].map(([term, count]) => ({ term, count }));
}

function stemTerms({ words }: Question): QuestionTerm<string>[] {
  const shares = new Map(words.map(({ stem, share }) => [stem, share]));
  return [...shares].map(([term, count]) => ({ term, count }));
}

function maximum(scores: readonly Float32Array[]): number {
  let max = 1e-9;
  for (const list of scores) {
    for (let index = 0; index < list.length; index++) if (list[index]! > max) max = list[index]!;
  }
  return max;
}

function add(grams: Float32Array, gramMax: number, stems: Float32Array, stemMax: number): Float32Array {
  const sums = new Float32Array(grams.length);
  for (let index = 0; index < sums.length; index++) sums[index] = grams[index]! / gramMax + stems[index]! / stemMax;
  return sums;
}

/** Positions of the highest scores above zero, best first. Ties keep the order of the chain. */
function topOf(scores: readonly Float32Array[], limit: number): { segment: number; index: number }[] {
  const found: { segment: number; index: number; score: number }[] = [];
  let lowest = 0;
  const shrink = () => {
    found.sort((a, b) => b.score - a.score || a.segment - b.segment || a.index - b.index);
    found.length = Math.min(found.length, limit);
    if (found.length === limit) lowest = found[limit - 1]!.score;
  };
  scores.forEach((list, segment) => {
    for (let index = 0; index < list.length; index++) {
      const score = list[index]!;
      if (score <= lowest) continue;
      found.push({ segment, index, score });
      if (found.length >= limit * 4) shrink();
    }
  });
  shrink();
  return found;
}
