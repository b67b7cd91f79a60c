import type { PassageCandidate } from '../candidates.ts';
import { confidenceOf } from '../confidence.ts';
import type { Question } from '../question.ts';
import type { Ranked } from '../rank.ts';
import type { Segment } from '../segment.ts';
import { type CloseQuestion, readCloseQuestion } from './close-question.ts';
import { closeScore, type CloseReading, glanceAt, readPassage } from './close-reading.ts';
import { type CloseSegment, readSegment } from './close-segment.ts';
import { type CloseItem, isStory, readAnswerNowSigns, readStorySigns, readSuggestSigns } from './close-signs.ts';
import { logOdds, marginsOf } from './decide.ts';
import { theBank } from './intent-bank.ts';
import { theLexicon } from './lexicon-files.ts';
import { type CloseSentence, readSentencesClosely } from './read-sentences-closely.ts';

/** A base of few passages read against a question. */
export interface CloseBase {
  text: string;
  chain: readonly CloseSegment[];
  question: CloseQuestion;
  /** What was read so far, by segment and place in it. */
  readings: Map<string, CloseReading>;
}

/** Up to so many passages the close reading alone decides; from so many on it is not made. Between them both count. */
const PASSAGES_CLOSE = 100;
const PASSAGES_FAR = 1_000;
/** Passages that the close reading adds to the candidates. */
const ADDED = 20;
/** What the score of the far reading counts in that of the close one, and what one of these is in units of the other. */
const FAR_SHARE = 0.1;
const UNIT = 2.4;

/** How much the close reading counts in a base of so many passages: 1 for a small one, falling to 0 with their logarithm. */
export function closeShare(passageCount: number): number {
  const share = Math.log(PASSAGES_FAR / Math.max(1, passageCount)) / Math.log(PASSAGES_FAR / PASSAGES_CLOSE);
  return Math.min(1, Math.max(0, share));
}

/** Makes ready what every close reading needs, so that no visitor waits for it. */
export function prepareCloseReading(): void {
  theLexicon();
  theBank();
}

/** Reads a base closely. */
export function readClosely(segments: readonly Segment[], text: string): CloseBase {
  const chain = segments.map(readSegment);
  const question = readCloseQuestion(chain, text);
  return { text, chain, question, readings: new Map() };
}

/** The candidates, with the best at a close glance among them, which may share no word with the question. */
export function addClosest(
  candidates: readonly PassageCandidate[],
  { chain, question }: CloseBase,
): PassageCandidate[] {
  const taken = new Set(candidates.map(placeOf));
  const others = chain.flatMap(({ segment, passages }, segmentIndex) =>
    passages.map((_, index) => ({ segment, segmentIndex, index })),
  );
  const glances = others.flatMap((one) => {
    if (taken.has(placeOf(one))) return [];
    const glance = glanceAt(chain[one.segmentIndex]!, one.segmentIndex, one.index, question);
    return glance > 0 ? [{ one, glance }] : [];
  });
  const best = glances.sort((a, b) => b.glance - a.glance).slice(0, ADDED);
  return [...candidates, ...best.map(({ one }) => ({ ...one, grams: 0, stems: 0, rawGrams: 0, rawStems: 0 }))];
}

const placeOf = ({ segmentIndex, index }: Pick<PassageCandidate, 'segmentIndex' | 'index'>) =>
  `${segmentIndex}:${index}`;

function readingOf({ chain, question, readings }: CloseBase, { segmentIndex, index }: PassageCandidate): CloseReading {
  const place = placeOf({ segmentIndex, index });
  const known = readings.get(place);
  if (known !== undefined) return known;
  const reading = readPassage(chain[segmentIndex]!, segmentIndex, index, question);
  readings.set(place, reading);
  return reading;
}

/** The ranking with the close reading taken in, as far as it counts. */
export function rankClosely(ranked: readonly Ranked[], close: CloseBase, share: number): Ranked[] {
  return ranked
    .map((one) => {
      const score = closeScore(readingOf(close, one.candidate)) + FAR_SHARE * one.score;
      return { ...one, closeScore: score, score: (1 - share) * one.score + share * UNIT * score };
    })
    .sort((a, b) => b.score - a.score);
}

/** The best passage of each content, in the order of a ranking. */
function itemsOf(ranked: readonly Ranked[], close: CloseBase): CloseItem[] {
  const items = new Map<string, CloseItem>();
  for (const { candidate, closeScore: score = 0 } of ranked) {
    const { contentId } = candidate.segment.passages[candidate.index]!;
    if (!items.has(contentId)) items.set(contentId, { reading: readingOf(close, candidate), score });
  }
  return [...items.values()];
}

/** What the far reading makes of a ranking: the confidence of its best. */
interface FarReading {
  order: readonly Ranked[];
  asked: Question;
  passageCount: number;
}

/** The signs of the decisions, of the best of a ranking; null where nothing was found. */
export function closeSigns(close: CloseBase, { order, asked, passageCount }: FarReading) {
  const [best, ...rest] = itemsOf(order, close);
  if (best === undefined) return null;
  const far = logOdds(confidenceOf(asked, order, passageCount));
  return {
    now: readAnswerNowSigns(close.chain, close.question, close.text, far, [best, ...rest]),
    near: readSuggestSigns(close.question, far, best),
    story: isStory(close.question) ? readStorySigns([best, ...rest]) : null,
  };
}

/** How far the close reading is above answering at once and above suggesting, in logarithms of odds. */
export function closeMargins(close: CloseBase, far: FarReading) {
  const signs = closeSigns(close, far);
  return signs === null ? { answer: -Infinity, suggest: -Infinity } : marginsOf(signs);
}

/** The sentences of a ranked passage as the close reading sees them, and how much that counts; none where it is not made. */
export function closeSentences({ chain, question }: CloseBase, { candidate }: Ranked): CloseSentence[] {
  const { segmentIndex, index } = candidate;
  return readSentencesClosely(chain[segmentIndex]!, segmentIndex, index, question);
}
