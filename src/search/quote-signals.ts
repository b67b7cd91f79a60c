import type { SentenceReading } from './evidence.ts';
import { NUMBER } from './evidence-kinds.ts';
import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/** Shares are fractions of the question's weight, 0 to 1. */
export interface QuoteSignals {
  /** Share of the question; reduced for long sentences; that relative to the passage's best; whether it is the best. */
  soft: number;
  softShort: number;
  againstBest: number;
  isBest: number;
  /** Contains the kind of thing asked for; its closeness when that is a person, place, time or amount. */
  evidence: number;
  askedEvidenceNear: number;
  /** A number that is not in the question, when it asks for one. */
  numbers: number;
  /** The shares of the previous and the next sentence, because answers often follow their subject. */
  before: number;
  after: number;
  beforeIsBest: number;
  /** The previous sentence's share, if this one refers back to it (`ela`, `essa`…) or continues it. */
  pointsBack: number;
  rest: number;
  /** Raised when the question's words come early: then the sentence is about them; for definitions only, else 0. */
  early: number;
  earlyDefines: number;
  /** How far its passage scores below the best. */
  scoreGap: number;
}

const POINTS_BACK = new Set(
  (
    'ele ela eles elas isso isto esse essa esses essas este esta estes estas tal tais seu sua seus suas aquele aquela ' +
    'nele nela dele dela nesse nessa desse dessa deste desta neste nesta'
  ).split(' '),
);
/** Number of words at a sentence's start among which a reference back is recognised. */
const OPENING = 2;
const SPECIFIC_KINDS = new Set<string>(['person', 'place', 'time', 'count', 'money']);
const COUNTED = new Set<string>(['time', 'count', 'money']);

/** `scoreGap`: how far the passage scores below the best. */
export function readQuoteSignals({ candidate, parts }: Ranked, question: Question, scoreGap: number): QuoteSignals[] {
  const { tokens } = candidate.segment;
  const { intent } = question;
  const isOpen = intent === 'which' || intent === 'confirmation';
  const best = parts.reduce((max, { softShort }) => Math.max(max, softShort), 1e-9);
  let start = tokens.texts[candidate.index]!;
  return parts.map((part, at) => {
    const words = readWords(candidate, question, start, start + part.length);
    start += part.length;
    const before = parts[at - 1]?.softShort ?? 0;
    const early = words.early * part.soft;
    return {
      soft: part.soft,
      softShort: part.softShort,
      againstBest: part.softShort / best,
      isBest: part.softShort === best ? 1 : 0,
      evidence: !isOpen && part.hasEvidence ? 1 : 0,
      askedEvidenceNear: SPECIFIC_KINDS.has(intent) ? part.evidenceNear : 0,
      numbers: COUNTED.has(intent) && words.hasNumber ? 1 : 0,
      before,
      after: parts[at + 1]?.softShort ?? 0,
      beforeIsBest: before === best ? 1 : 0,
      pointsBack: words.pointsBack ? before : 0,
      rest: goesOn(candidate, part) ? before : 0,
      early,
      earlyDefines: intent === 'definition' ? early : 0,
      scoreGap,
    };
  });
}

function goesOn({ segment }: Ranked['candidate'], { sentence }: SentenceReading): boolean {
  return segment.tokens.goesOn[sentence] === 1;
}

function readWords({ segment }: Ranked['candidate'], { typed }: Question, start: number, end: number) {
  const { tokens, words, signs, isContent } = segment;
  let first = end;
  let hasNumber = false;
  let pointsBack = false;
  for (let at = start; at < end; at++) {
    const id = tokens.words[at]!;
    if (at < start + OPENING && POINTS_BACK.has(words[id]!)) pointsBack = true;
    if (isContent[id] === 0) continue;
    const isTyped = typed.has(words[id]!);
    if (isTyped) first = Math.min(first, at);
    else if ((signs[id]! & NUMBER) !== 0) hasNumber = true;
  }
  return { early: first === end ? 0 : 1 - (first - start) / (end - start), hasNumber, pointsBack };
}
