import { findCandidates } from './candidates.ts';
import { ANSWERABLE_FROM, confidenceOf } from './confidence.ts';
import type { Passage } from './passage.ts';
import { countPassages, readQuestion } from './question.ts';
import { quotesOf } from './quote.ts';
import type { HitSentence } from './quote.ts';
import { rank } from './rank.ts';
import type { Segment } from './segment.ts';
import { addNearest, byWords, joinNearness, liftConfidence, measureNearness, type QuestionVectors } from './vectors.ts';

export interface Hit {
  passage: Passage;
  /** Comparable within one result alone. */
  score: number;
  /** Its sentences, the one that answers best first. */
  sentences: HitSentence[];
}

export interface SearchResult {
  /** The best first; of equal scores the first by content and ordinal. */
  hits: Hit[];
  /** How likely the base answers the question, 0 to 1. */
  confidence: number;
  /** Whether the confidence suffices to answer: 90 % of the questions that have an answer in the base pass. */
  isAnswerable: boolean;
  outcome: SearchOutcome;
  /** What may be offered to choose from: the best passage of each of up to three contents. Empty when the outcome is unknown. */
  suggestions: Hit[];
}

/** Sure enough to answer, near enough to offer a choice, or neither. */
export type SearchOutcome = 'answered' | 'suggested' | 'unknown';

/** Passages read closely, of those that share most with the question; the most hits that one may ask for. */
const CANDIDATES = 40;
const HITS = 10;
const MAX_SUGGESTIONS = 3;
/** From this confidence on the nearest contents are offered. */
const SUGGEST_FROM = 0.12;

/**
 * Searches the segments of a chain of contexts for the passages that answer a question, the statistics summed over the
 * chain. `limit`: hits at most (10 unless told, 40 at most); `vectors`: the question's embeddings, where it has any, as one
 * more signal. Never throws, whatever the question.
 */
export function search(
  segments: readonly Segment[],
  question: string,
  options: { limit?: number; vectors?: QuestionVectors } = {},
): SearchResult {
  const chain = segments.filter(({ passages }) => passages.length > 0);
  const asked = readQuestion(chain, question);
  if (chain.length === 0 || asked.words.length === 0) {
    return { hits: [], confidence: 0, isAnswerable: false, outcome: 'unknown', suggestions: [] };
  }
  const near = options.vectors ? measureNearness(chain, options.vectors) : null;
  const candidates = findCandidates(chain, asked, CANDIDATES);
  const read = rank(chain, asked, near ? addNearest(chain, candidates, near) : candidates);
  const ranked = near ? joinNearness(read, near) : read;
  const sure = confidenceOf(asked, near ? byWords(ranked, read) : ranked, countPassages(chain));
  const confidence = near ? liftConfidence(sure, ranked, near) : sure;
  const top = ranked[0]?.score ?? 0;
  const hits = ranked.slice(0, options.limit ?? HITS).map((one) => ({
    passage: one.candidate.segment.passages[one.candidate.index]!,
    score: one.score,
    sentences: quotesOf(one, asked, top - one.score),
  }));
  const isAnswerable = confidence >= ANSWERABLE_FROM;
  const outcome = isAnswerable ? 'answered' : confidence >= SUGGEST_FROM && hits.length > 0 ? 'suggested' : 'unknown';
  return { hits, confidence, isAnswerable, outcome, suggestions: outcome === 'unknown' ? [] : bestOfContents(hits) };
}

function bestOfContents(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) if (!best.has(hit.passage.contentId)) best.set(hit.passage.contentId, hit);
  return [...best.values()].slice(0, MAX_SUGGESTIONS);
}
