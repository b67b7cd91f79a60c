import type { PassageCandidate } from '../candidates.ts';
import { confidenceOf } from '../confidence.ts';
import type { Question } from '../question.ts';
import type { Ranked } from '../rank.ts';
import type { Segment } from '../segment.ts';
import { type CloseQuestion, readCloseQuestion } from './close-question.ts';
import { type CloseReading, closeScore, glanceAt, readPassage } from './close-reading.ts';
import { type CloseSegment, readSegment } from './close-segment.ts';
import {
  asksApart,
  type CloseItem,
  isStory,
  readAnswerNowSigns,
  readStorySigns,
  readSuggestSigns,
} from './close-signs.ts';
import { logOdds, marginsOf } from './decide.ts';
import { theBank } from './intent-bank.ts';
import { theLexicon } from './lexicon-files.ts';
import { missesDetail } from './missing-detail.ts';
import { type CloseSentence, readSentencesClosely } from './read-sentences-closely.ts';
import { isOfWorld } from './world-questions.ts';

/** The close reading of a small base for one question. */
export interface CloseBase {
  text: string;
  chain: readonly CloseSegment[];
  question: CloseQuestion;
  /** Cache by segment index and passage index. */
  readings: Map<string, CloseReading>;
}

/**
 * Up to `PASSAGES_CLOSE` passages only the close reading counts; from `PASSAGES_FAR` on only the far reading. Between
 * them both count.
 */
const PASSAGES_CLOSE = 100;
const PASSAGES_FAR = 1_000;
/** Maximum number of passages that the close reading adds to the candidates. */
const ADDED = 20;
/**
 * Weight of the far score within the close score, and the factor that converts a close score to the scale of the far
 * one.
 */
const FAR_SHARE = 0.1;
const UNIT = 2.4;

/**
 * Returns the weight of the close reading for a number of passages: 1 for a small base, falling to 0 with the
 * logarithm.
 */
export function closeShare(passageCount: number): number {
  const share = Math.log(PASSAGES_FAR / Math.max(1, passageCount)) / Math.log(PASSAGES_FAR / PASSAGES_CLOSE);
  return Math.min(1, Math.max(0, share));
}

/** Returns whether questions about a base of so many passages are ever read closely. */
export const isReadClosely = (passageCount: number): boolean => closeShare(passageCount) > 0;

/** Builds the shared tables in advance, so that no visitor waits for them. */
export function prepareCloseReading(): void {
  theLexicon();
  theBank();
}

/** Starts the close reading of a chain for a question. */
export function readClosely(segments: readonly Segment[], text: string): CloseBase {
  const chain = segments.map(readSegment);
  const question = readCloseQuestion(chain, text);
  return { text, chain, question, readings: new Map() };
}

/** Returns the candidates plus the best passages by `glanceAt`, even those that share no word with the question. */
export function addClosest(
  candidates: readonly PassageCandidate[],
  { chain, question }: CloseBase,
): PassageCandidate[] {
  const candidateKeys = new Set(candidates.map(keyOf));
  const others = chain.flatMap(({ segment, passages }, segmentIndex) =>
    passages.map((_, index) => ({ segment, segmentIndex, index })),
  );
  const glances = others.flatMap((one) => {
    if (candidateKeys.has(keyOf(one))) return [];
    const glance = glanceAt(chain[one.segmentIndex]!, one.segmentIndex, one.index, question);
    return glance > 0 ? [{ one, glance }] : [];
  });
  const best = glances.sort((a, b) => b.glance - a.glance).slice(0, ADDED);
  return [...candidates, ...best.map(({ one }) => ({ ...one, grams: 0, stems: 0, rawGrams: 0, rawStems: 0 }))];
}

const keyOf = ({ segmentIndex, index }: Pick<PassageCandidate, 'segmentIndex' | 'index'>) => `${segmentIndex}:${index}`;

function readingOf({ chain, question, readings }: CloseBase, { segmentIndex, index }: PassageCandidate): CloseReading {
  const key = keyOf({ segmentIndex, index });
  const known = readings.get(key);
  if (known !== undefined) return known;
  const reading = readPassage(chain[segmentIndex]!, segmentIndex, index, question);
  readings.set(key, reading);
  return reading;
}

/** Returns the ranking with the close scores mixed in by weight `share`. */
export function rankClosely(ranked: readonly Ranked[], close: CloseBase, share: number): Ranked[] {
  return ranked
    .map((one) => {
      const score = closeScore(readingOf(close, one.candidate)) + FAR_SHARE * one.score;
      return { ...one, closeScore: score, score: (1 - share) * one.score + share * UNIT * score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Returns the best passage of each content, in the order of the ranking. */
function itemsOf(ranked: readonly Ranked[], close: CloseBase): CloseItem[] {
  const items = new Map<string, CloseItem>();
  for (const { candidate, closeScore: score = 0 } of ranked) {
    const { contentId } = candidate.segment.passages[candidate.index]!;
    if (!items.has(contentId)) items.set(contentId, { reading: readingOf(close, candidate), score });
  }
  return [...items.values()];
}

/** A ranking by the far reading, as input of its confidence. */
interface FarReading {
  order: readonly Ranked[];
  parsedQuestion: Question;
  passageCount: number;
}

/** Returns whether no passage contains a detail that the question names. Stories name many. */
function lacksDetail({ chain, question, text }: CloseBase): boolean {
  return !isStory(question) && missesDetail(chain, question, text);
}

/** Returns the signals of the decisions about the best item; null for an empty ranking. */
export function closeSigns(close: CloseBase, { order, parsedQuestion, passageCount }: FarReading) {
  const [best, ...rest] = itemsOf(order, close);
  if (best === undefined) return null;
  const far = logOdds(confidenceOf(parsedQuestion, order, passageCount));
  return {
    now: readAnswerNowSigns(close.chain, close.question, close.text, far, [best, ...rest]),
    near: readSuggestSigns(close.question, far, best),
    story: isStory(close.question) ? readStorySigns([best, ...rest]) : null,
    lacksDetail: lacksDetail(close) || asksApart(close.chain, close.question, best),
  };
}

/** Returns how far the close reading is above the thresholds for answering and suggesting, in log odds. */
export function closeMargins(close: CloseBase, far: FarReading) {
  const signs = closeSigns(close, far);
  if (signs === null) return { answer: -Infinity, suggest: -Infinity, lacksDetail: false, isForeign: false };
  return { ...marginsOf(signs), lacksDetail: signs.lacksDetail, isForeign: isOfWorld(close.chain, close.text) };
}

/** Returns the close reading of a passage's sentences. */
export function closeSentences({ chain, question }: CloseBase, { candidate }: Ranked): CloseSentence[] {
  const { segmentIndex, index } = candidate;
  return readSentencesClosely(chain[segmentIndex]!, segmentIndex, index, question);
}
