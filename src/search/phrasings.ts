import { analysePassage } from './analyse.ts';
import { correctSpelling } from './correct-spelling.ts';
import { isHidden } from './hidden-passages.ts';
import { questionSimilarity } from './question-similarity.ts';
import { matchPassage } from './rerank/passage-match.ts';
import { readRerankQuestion } from './rerank/rerank-question.ts';
import { rerankSegmentOf } from './rerank/rerank-segment.ts';
import { buildSegment, type Phrasing, type Phrasings, type Segment } from './segment.ts';
import { wordsOf } from './words.ts';

export interface PhrasingMatch extends Phrasing {
  similarity: number;
}

/**
 * From `SAME_PHRASING` they are equal. Pairs that differ in one detail ("abre sábado?", "abre domingo?") stay below.
 */
export const SAME_PHRASING = 0.75;
const NEAR_PHRASING = 0.45;
const COMPARED = 8;

export const phrasingKey = (text: string): string =>
  wordsOf(text)
    .map(({ word }) => word)
    .join(' ');

/** Apart: the rarity of words must come from what the business writes, not from what visitors type. */
export function indexPhrasings(list: readonly Phrasing[]): Phrasings {
  const none = { contentId: '', heading: null, page: null, url: null, title: '', text: '', answer: '' };
  const rows = list.map(({ text }, ordinal) => {
    const passage = { ...none, ordinal, question: text };
    return { passage, analysis: analysePassage(passage) };
  });
  return { list, byKey: new Map(list.map((one) => [phrasingKey(one.text), one])), segment: buildSegment(rows) };
}

/** Null when none is similar enough. Ties keep the order of the chain. */
export function findPhrasing(chain: readonly Segment[], question: string): PhrasingMatch | null {
  let best: PhrasingMatch | null = null;
  const key = phrasingKey(question);
  for (const segment of chain) {
    const { phrasings } = segment;
    if (!phrasings) continue;
    const isUsable = ({ passage }: Phrasing) => !isHidden(segment, passage);
    const equalPhrasing = phrasings.byKey.get(key);
    if (equalPhrasing && isUsable(equalPhrasing)) return { ...equalPhrasing, similarity: 1 };
    const near = nearestOf(phrasings, question, isUsable);
    if (near && near.similarity > (best?.similarity ?? 0)) best = near;
  }
  return best;
}

/** By the lower of two measures: one knows the vocabulary of the trade, the other compares intent and negation. */
function nearestOf(
  { list, segment }: Phrasings,
  question: string,
  isUsable: (phrasing: Phrasing) => boolean,
): PhrasingMatch | null {
  const prepared = rerankSegmentOf(segment);
  const rerankQuestion = readRerankQuestion([prepared], correctSpelling([segment], question));
  const shares = list
    .map((phrasing, at) => ({ phrasing, share: matchPassage(prepared, 0, at, rerankQuestion).dice }))
    .filter(({ phrasing, share }) => share >= NEAR_PHRASING && isUsable(phrasing))
    .sort((a, b) => b.share - a.share)
    .slice(0, COMPARED);
  const matches = shares.map(({ phrasing, share }) => ({
    ...phrasing,
    similarity: Math.min(share, questionSimilarity(question, phrasing.text)),
  }));
  const [best] = matches.sort((a, b) => b.similarity - a.similarity);
  return best && best.similarity >= NEAR_PHRASING ? best : null;
}
