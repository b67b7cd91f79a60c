import { findCandidates } from './candidates.ts';
import { addClosest, type CloseBase, closeShare, rankClosely, readClosely } from './close/read-closely.ts';
import { countPassages, type Question, readQuestion } from './question.ts';
import { rank, type Ranked } from './rank.ts';
import type { Segment } from './segment.ts';
import { addNearest, byWords, joinNearness, measureNearness, type Nearness, type QuestionVectors } from './vectors.ts';

/** A question with the passages found for it. */
export interface FoundRanked {
  asked: Question;
  /** The best first. */
  ranked: readonly Ranked[];
  /** The same by their words alone: see `byWords`. */
  order: readonly Ranked[];
  near: Nearness | null;
  /** The close reading of a base of few passages, and how much it counts. */
  close: CloseBase | null;
  share: number;
  passageCount: number;
}

/** Passages read closely, of those that share most with the question. */
const CANDIDATES = 40;

/** Finds and ranks the passages of a chain of segments that have passages; null where the question says nothing. */
export function findRanked(
  chain: readonly Segment[],
  question: string,
  vectors: QuestionVectors | undefined,
): FoundRanked | null {
  if (chain.length === 0) return null;
  const asked = readQuestion(chain, question);
  if (asked.words.length === 0) return null;
  const passageCount = countPassages(chain);
  const share = closeShare(passageCount);
  const close = share > 0 ? readClosely(chain, question) : null;
  const near = vectors ? measureNearness(chain, vectors) : null;
  const byWord = findCandidates(chain, asked, CANDIDATES);
  const candidates = close ? addClosest(byWord, close) : byWord;
  const far = rank(chain, asked, near ? addNearest(chain, candidates, near) : candidates);
  const read = close ? rankClosely(far, close, share) : far;
  const ranked = near ? joinNearness(read, near) : read;
  return { asked, ranked, order: near ? byWords(ranked, read) : ranked, near, close, share, passageCount };
}
