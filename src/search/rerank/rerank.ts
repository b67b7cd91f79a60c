import type { PassageCandidate } from '../candidates.ts';
import { confidenceOf } from '../confidence.ts';
import type { Question } from '../question.ts';
import type { Ranked } from '../rank.ts';
import type { Segment } from '../segment.ts';
import { logOdds, marginsOf } from './decide.ts';
import {
  answerNowSignals,
  asksForAnotherKind,
  isStory,
  type RerankItem,
  storySignals,
  suggestSignals,
} from './decision-signals.ts';
import { foreignBelow } from './general-knowledge.ts';
import { intentBank } from './intent-bank.ts';
import { currentLexicon } from './lexicon-files.ts';
import { missesDetail } from './missing-detail.ts';
import { estimateScore, matchPassage, type PassageMatch, rerankScore } from './passage-match.ts';
import { readRerankQuestion, type RerankQuestion } from './rerank-question.ts';
import { type RerankSegment, rerankSegmentOf } from './rerank-segment.ts';
import { matchSentences, type SentenceMatch } from './sentence-matches.ts';

export interface Reranking {
  text: string;
  chain: readonly RerankSegment[];
  question: RerankQuestion;
  matches: Map<string, PassageMatch>;
}

/** Up to the first only the reranking counts, from the second on only the first stage; between them both. */
const RERANK_ONLY_MAX = 100;
const RERANK_BELOW = 1_000;
/** Maximum number of passages that the reranking adds to the candidates. */
const ADDED = 20;
/** The unit converts the reranking's scale to that of the first stage. */
const FIRST_STAGE_SHARE = 0.1;
const UNIT = 2.4;

/** 1 for a small base, falling to 0 with the logarithm. */
export function rerankShare(passageCount: number): number {
  const share = Math.log(RERANK_BELOW / Math.max(1, passageCount)) / Math.log(RERANK_BELOW / RERANK_ONLY_MAX);
  return Math.min(1, Math.max(0, share));
}

export const isReranked = (passageCount: number): boolean => rerankShare(passageCount) > 0;

export function loadRerankTables(): void {
  currentLexicon();
  intentBank();
}

export function startReranking(segments: readonly Segment[], text: string): Reranking {
  const chain = segments.map(rerankSegmentOf);
  const question = readRerankQuestion(chain, text);
  return { text, chain, question, matches: new Map() };
}

/** The best by `estimateScore`, even those that share no word with the question. */
export function addRerankCandidates(
  candidates: readonly PassageCandidate[],
  { chain, question }: Reranking,
): PassageCandidate[] {
  const candidateKeys = new Set(candidates.map(keyOf));
  const others = chain.flatMap(({ segment, passages }, segmentIndex) =>
    passages.map((_, index) => ({ segment, segmentIndex, index })),
  );
  const estimates = others.flatMap((one) => {
    if (candidateKeys.has(keyOf(one))) return [];
    const estimate = estimateScore(chain[one.segmentIndex]!, one.segmentIndex, one.index, question);
    return estimate > 0 ? [{ one, estimate }] : [];
  });
  const best = estimates.sort((a, b) => b.estimate - a.estimate).slice(0, ADDED);
  return [...candidates, ...best.map(({ one }) => ({ ...one, grams: 0, stems: 0, rawGrams: 0, rawStems: 0 }))];
}

const keyOf = ({ segmentIndex, index }: Pick<PassageCandidate, 'segmentIndex' | 'index'>) => `${segmentIndex}:${index}`;

function matchOf({ chain, question, matches }: Reranking, { segmentIndex, index }: PassageCandidate): PassageMatch {
  const key = keyOf({ segmentIndex, index });
  const known = matches.get(key);
  if (known !== undefined) return known;
  const match = matchPassage(chain[segmentIndex]!, segmentIndex, index, question);
  matches.set(key, match);
  return match;
}

/** Returns the ranking with the scores of the reranking mixed in by weight `share`. */
export function rerank(ranked: readonly Ranked[], reranking: Reranking, share: number): Ranked[] {
  return ranked
    .map((one) => {
      const score = rerankScore(matchOf(reranking, one.candidate)) + FIRST_STAGE_SHARE * one.score;
      return { ...one, rerankScore: score, score: (1 - share) * one.score + share * UNIT * score };
    })
    .sort((a, b) => b.score - a.score);
}

function itemsOf(ranked: readonly Ranked[], reranking: Reranking): RerankItem[] {
  const items = new Map<string, RerankItem>();
  for (const { candidate, rerankScore: score = 0 } of ranked) {
    const { contentId } = candidate.segment.passages[candidate.index]!;
    if (!items.has(contentId)) items.set(contentId, { match: matchOf(reranking, candidate), score });
  }
  return [...items.values()];
}

interface FirstStageRanking {
  order: readonly Ranked[];
  parsedQuestion: Question;
  passageCount: number;
}

function lacksDetail({ chain, question, text }: Reranking): boolean {
  return !isStory(question) && missesDetail(chain, question, text);
}

/** Returns the signals of the decisions about the best item; null for an empty ranking. */
export function decisionSignals(reranking: Reranking, { order, parsedQuestion, passageCount }: FirstStageRanking) {
  const [best, ...rest] = itemsOf(order, reranking);
  if (best === undefined) return null;
  const firstStage = logOdds(confidenceOf(parsedQuestion, order, passageCount));
  return {
    now: answerNowSignals(reranking.chain, reranking.question, reranking.text, firstStage, [best, ...rest]),
    near: suggestSignals(reranking.question, firstStage, best),
    story: isStory(reranking.question) ? storySignals([best, ...rest]) : null,
    lacksDetail: lacksDetail(reranking) || asksForAnotherKind(reranking.chain, reranking.question, best),
  };
}

/** Log odds above the thresholds for answering and suggesting. */
export function rerankMargins(reranking: Reranking, firstStage: FirstStageRanking) {
  const signs = decisionSignals(reranking, firstStage);
  if (signs === null) return { answer: -Infinity, suggest: -Infinity, lacksDetail: false, foreignBelow: 0 };
  return {
    ...marginsOf(signs),
    lacksDetail: signs.lacksDetail,
    foreignBelow: foreignBelow(reranking.chain, reranking.text, reranking.question),
  };
}

export function sentenceMatches({ chain, question }: Reranking, { candidate }: Ranked): SentenceMatch[] {
  const { segmentIndex, index } = candidate;
  return matchSentences(chain[segmentIndex]!, segmentIndex, index, question);
}
