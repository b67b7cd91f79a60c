import { ANSWERABLE_FROM, confidenceOf } from './confidence.ts';
import { correctSpelling } from './correct-spelling.ts';
import { type Passage, questionOf } from './passage.ts';
import { findPhrasing, type PhrasingMatch, SAME_PHRASING } from './phrasings.ts';
import { questionSimilarity } from './question-similarity.ts';
import { isQuotable } from './quotable.ts';
import type { HitSentence } from './quote.ts';
import { quotesOf } from './quote.ts';
import { type PassageRanking, rankPassages } from './rank-passages.ts';
import { logOdds } from './rerank/decide.ts';
import { rerankMargins, sentenceMatches } from './rerank/rerank.ts';
import type { Segment } from './segment.ts';
import { isHeaderRow, rowAt } from './table-rows.ts';
import { liftConfidence, type QuestionVectors } from './vectors.ts';

export interface Hit {
  passage: Passage;
  /** Comparable only within one result. */
  score: number;
  sentences: HitSentence[];
  quotes?: readonly string[];
  /** The question is a phrasing of this passage's content, so that the whole passage is the answer. */
  isPhrased?: true;
  /** See `withoutUnaskedVerdict`. */
  isVerdictUnasked?: true;
}

export interface SearchResult {
  /** Ties are sorted by content and ordinal. */
  hits: Hit[];
  /** Probability that the base answers the question, 0 to 1. */
  confidence: number;
  /** 90 % of the questions that have an answer in the base reach it. */
  isAnswerable: boolean;
  outcome: SearchOutcome;
  /** The best passage of each of up to three contents; empty when `unknown`. */
  suggestions: Hit[];
  /** Weight of the reranking, 0 to 1: see `rerankShare`. */
  closeness?: number;
  /** The exact fact asked for, and the hits it comes from. */
  fact?: { text: string; used: Hit[] };
}

/** `shown`: the best lines without asserting them. */
export type SearchOutcome = 'answered' | 'shown' | 'suggested' | 'unknown';

const HITS = 10;
const MAX_SUGGESTIONS = 3;
/** Where the base lacks a detail that the question names: suggestions at most. */
const UNSURE = ANSWERABLE_FROM - 0.01;
/** The first content is right for 78 % of questions that the base answers, 56 % of all that would get suggestions. */
const SHOW_FROM = 0.15;
/** Minimum confidence of the first stage for suggestions. */
const SUGGEST_FROM = 0.12;
/** Even if the decision about suggestions is negative. */
const SUGGEST_ANYWAY_FROM = 0.2;

/** A question that equals a phrasing is answered by its content; a similar one gets the content as a suggestion. */
export function search(
  segments: readonly Segment[],
  typed: string,
  options: { limit?: number; vectors?: QuestionVectors } = {},
): SearchResult {
  const question = correctSpelling(segments, typed);
  const result = searchPassages(segments, question, options);
  const phrasing = findPhrasing(segments, typed);
  return phrasing ? withPhrasing(result, question, phrasing, options.limit ?? HITS) : result;
}

function withPhrasing(
  result: SearchResult,
  question: string,
  { passage, similarity }: PhrasingMatch,
  limit: number,
): SearchResult {
  const [first] = result.hits;
  const isSame = similarity >= SAME_PHRASING;
  if (!isSame && result.isAnswerable) return result;
  const topQuestion = first && questionOf(first.passage);
  // A content's own question takes precedence over a phrasing of another content.
  if (topQuestion && result.isAnswerable && questionSimilarity(question, topQuestion) >= similarity) return result;
  const score = first?.score ?? 0;
  const found = result.hits.find((hit) => hit.passage === passage) ?? { passage, score, sentences: [] };
  const phrased: Hit = isSame ? { ...found, score, isPhrased: true } : { ...found, score };
  const others = result.hits.filter((hit) => hit !== found);
  const hits = [phrased, ...others.slice(0, Math.max(0, limit - 1))];
  const suggestions = bestOfContents([phrased, ...result.suggestions]);
  if (!isSame) return { ...result, hits, suggestions, outcome: 'suggested' };
  const confidence = Math.max(result.confidence, similarity);
  return { hits, suggestions, confidence, isAnswerable: true, outcome: 'answered' };
}

/** Statistics are summed over the chain. `vectors` add one more signal. Never throws. */
function searchPassages(
  segments: readonly Segment[],
  question: string,
  options: { limit?: number; vectors?: QuestionVectors },
): SearchResult {
  const chain = segments.filter(({ passages }) => passages.length > 0);
  const found = rankPassages(chain, question, options.vectors);
  if (found === null) return { hits: [], confidence: 0, isAnswerable: false, outcome: 'unknown', suggestions: [] };
  const { parsedQuestion, ranked, near } = found;
  const margins = marginsOf(found);
  const sure = likelihoodOf(margins.answer + logOdds(ANSWERABLE_FROM));
  const lifted = near ? liftConfidence(sure, ranked, near) : sure;
  const isForeign = lifted < margins.foreignBelow;
  const confidence = margins.lacksDetail || isForeign ? Math.min(lifted, UNSURE) : lifted;
  const top = ranked[0]?.score ?? 0;
  const hits = ranked.slice(0, options.limit ?? HITS).map((one) => ({
    passage: one.candidate.segment.passages[one.candidate.index]!,
    score: one.score,
    sentences: quotesOf(one, parsedQuestion, top - one.score, sentenceMatchesOf(found, one)),
  }));
  const isAnswerable = confidence >= ANSWERABLE_FROM && !isHeaderAlone(hits[0]) && !isTitleAlone(hits[0]);
  const isNear = !isForeign && (margins.suggest >= 0 || confidence >= SUGGEST_ANYWAY_FROM) && hits.length > 0;
  const isShown = confidence >= SHOW_FROM && !margins.lacksDetail && !isHeaderAlone(hits[0]);
  const outcome = isAnswerable ? 'answered' : !isNear ? 'unknown' : isShown ? 'shown' : 'suggested';
  const closeness = found.reranking === null ? 0 : found.share;
  return {
    closeness,
    hits,
    confidence,
    isAnswerable,
    outcome,
    suggestions: outcome === 'unknown' ? [] : bestOfContents(hits),
  };
}

/** Log odds. Mixes the first stage (for large bases) and the reranking (for small ones). */
function marginsOf(found: PassageRanking) {
  const { parsedQuestion, order, reranking, share, passageCount } = found;
  const odds = logOdds(confidenceOf(parsedQuestion, order, passageCount));
  const firstStage = { answer: odds - logOdds(ANSWERABLE_FROM), suggest: odds - logOdds(SUGGEST_FROM) };
  if (reranking === null) return { ...firstStage, lacksDetail: false, foreignBelow: 0 };
  const near = rerankMargins(reranking, found);
  const mix = (one: number, other: number) => (share === 1 ? other : (1 - share) * one + share * other);
  const { lacksDetail, foreignBelow } = near;
  return {
    answer: mix(firstStage.answer, near.answer),
    suggest: mix(firstStage.suggest, near.suggest),
    lacksDetail,
    foreignBelow,
  };
}

/**
 * Returns whether the best match is the header row of a table, which describes the table but answers nothing, and no row names more of
 * what is asked for.
 */
function isHeaderAlone(best: Hit | undefined): boolean {
  const [sentence, ...others] = best?.sentences ?? [];
  if (!best || !sentence || best.passage.answer !== null) return false;
  const row = rowAt(best.passage.text, sentence.start);
  const held = ({ holds }: HitSentence) => holds.reduce((sum, share) => sum + share, 0);
  return row !== null && isHeaderRow(best.passage.text, row) && others.every((one) => held(one) <= held(sentence));
}

/** How far below a title a line scores, in log odds, from which it says little. */
const TITLE_GAP = 3;

/** A title names what a text is about, and the lines below it that may be quoted say little of what is asked for. */
function isTitleAlone(best: Hit | undefined): boolean {
  const [first] = best?.sentences ?? [];
  if (!best || !first || best.passage.answer !== null) return false;
  if (best.passage.text.slice(0, first.start).trim() !== '' || isQuotable(best.passage, first)) return false;
  const next = best.sentences.find((one) => isQuotable(best.passage, one));
  return !next || first.score - next.score > TITLE_GAP;
}

const sentenceMatchesOf = ({ reranking, share }: PassageRanking, ranked: PassageRanking['ranked'][number]) =>
  reranking === null ? null : { sentences: sentenceMatches(reranking, ranked), share };

const likelihoodOf = (odds: number) => 1 / (1 + Math.exp(-odds));

function bestOfContents(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) if (!best.has(hit.passage.contentId)) best.set(hit.passage.contentId, hit);
  return [...best.values()].slice(0, MAX_SUGGESTIONS);
}
