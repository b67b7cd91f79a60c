import { type CloseQuestion, raiseTo } from './close-question.ts';
import type { CloseReading } from './close-reading.ts';
import type { CloseSegment } from './close-segment.ts';
import { SIBLING } from './lexicon.ts';
import { asksForDetail, bitOf } from './wants.ts';

/** A content's best passage, with its score among the others. */
export interface CloseItem {
  reading: CloseReading;
  score: number;
}

/** What tells whether the best item answers at once. */
export interface AnswerNowSigns {
  /** What the far reading is worth: its confidence as a logarithm of odds. */
  far: number;
  /** The same where it is in favour: the far reading was learned on texts, and on them it is to be believed. */
  farInFavour: number;
  /** How far the question and the FAQ's, or the best sentence, are the same. */
  bestDice: number;
  isFaq: number;
  /** How far its score stands before the second's, and before the mean of the next three. */
  lead: number;
  leadOfThree: number;
  /** What the item lacks of the question's nouns, on average; of the last one, since in Portuguese the detail comes last. */
  nounsMissing: number;
  lastNounMissing: number;
  /** The rarest noun that the item lacks, by how much of the rest of the question it has: one detail is not there. */
  detailMissing: number;
  /** Whether a detail is asked for; whether the best sentences lack the kind of thing wanted. */
  asksForDetail: number;
  wantMissing: number;
  /** Whether a word is met by another kind of the same general thing alone (`débito` by `pix`). */
  sibling: number;
  returned: number;
  /** How alike the item is to the question as the bank of questions rewords it; how far it answers the same intents. */
  reworded: number;
  intent: number;
}

/** What tells whether the base has anything near. */
export interface SuggestSigns {
  far: number;
  farInFavour: number;
  field: number;
  sentence: number;
  dice: number;
  amount: number;
  /** Words that no passage of the base meets: the rarest, and all. */
  missingMost: number;
  missing: number;
  reworded: number;
}

/** What tells whether the best item answers a question that is told as a story, most of whose words ask for nothing. */
export interface StorySigns {
  sentence: number;
  amount: number;
  leadOfThree: number;
}

/** Units from which on a question is a story. */
const STORY_FROM = 12;

export const isStory = ({ units }: CloseQuestion): boolean => units.length >= STORY_FROM;

const MET_IN_BASE = 0.3;
const SAME = 0.85;
const LEAD_MAX = 3;
const LEAD_OF_THREE_MAX = 4;

/** Of each unit, how alike the item's likest is. */
const likesOf = ({ headLikes, bodyLikes }: CloseReading): number[] =>
  Array.from(headLikes, (like, at) => Math.max(like, bodyLikes[at]!));

export function readAnswerNowSigns(
  chain: readonly CloseSegment[],
  question: CloseQuestion,
  text: string,
  far: number,
  [best, ...rest]: readonly [CloseItem, ...CloseItem[]],
): AnswerNowSigns {
  const { reading } = best;
  const likes = likesOf(reading);
  const { units } = question;
  const nouns = units.flatMap(({ isNoun, atLarge }, at) => (isNoun ? [atLarge * (1 - likes[at]!)] : []));
  return {
    far,
    farInFavour: Math.max(0, far),
    bestDice: Math.max(reading.dice, reading.sentenceDice),
    isFaq: passageOf(chain, reading).question === null ? 0 : 1,
    lead: Math.min(LEAD_MAX, best.score - (rest[0]?.score ?? 0)),
    leadOfThree: Math.min(LEAD_OF_THREE_MAX, best.score - nextOf(rest)),
    nounsMissing: mean(nouns),
    lastNounMissing: nouns.at(-1) ?? 0,
    detailMissing: readDetail(question, likes),
    asksForDetail: asksForDetail(text) ? 1 : 0,
    wantMissing: readWantMissing(chain, question, reading),
    sibling: units.some(({ share }, at) => share > 0.2 && Math.abs(likes[at]! - SIBLING) < 0.02) ? 1 : 0,
    returned: reading.returned,
    reworded: rewordedOf(reading),
    intent: reading.intent,
  };
}

/** How rare a noun that is missing is, by how much of the other words is there. */
function readDetail({ units, weight }: CloseQuestion, likes: readonly number[]): number {
  const has = (at: number) => (likes[at]! >= SAME ? units[at]!.weight : 0);
  const met = units.reduce((sum, _, at) => sum + has(at), 0);
  const details = units.map(({ isNoun, atLarge, weight: own }, at) =>
    isNoun && weight > own ? (atLarge * (1 - likes[at]!) * (met - has(at))) / (weight - own) : 0,
  );
  return Math.max(0, ...details);
}

export function readStorySigns([best, ...rest]: readonly [CloseItem, ...CloseItem[]]): StorySigns {
  const { sentence, amount } = best.reading;
  return { sentence, amount, leadOfThree: best.score - nextOf(rest) };
}

/** The mean score of those that come next. */
const nextOf = (rest: readonly CloseItem[]) => mean(rest.slice(0, 3).map(({ score }) => score));

export function readSuggestSigns(question: CloseQuestion, far: number, { reading }: CloseItem): SuggestSigns {
  const missing = question.units.map(({ held, share, atLarge }) =>
    held < MET_IN_BASE ? atLarge * Math.min(1, share * 2) : 0,
  );
  return {
    far,
    farInFavour: Math.max(0, far),
    field: reading.field,
    sentence: reading.sentence,
    dice: reading.dice,
    amount: reading.amount,
    missingMost: Math.max(0, ...missing),
    missing: missing.reduce((sum, one) => sum + one, 0),
    reworded: rewordedOf(reading),
  };
}

const rewordedOf = ({ rewordedHead, rewordedSentence }: CloseReading) => Math.max(rewordedHead, rewordedSentence);

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const passageOf = (chain: readonly CloseSegment[], { segmentIndex, index }: CloseReading) =>
  chain[segmentIndex]!.segment.passages[index]!;

function readWantMissing(chain: readonly CloseSegment[], question: CloseQuestion, reading: CloseReading): number {
  const { want } = question;
  if (want === null) return 0;
  const { sentences, shown: bits } = chain[reading.segmentIndex]!.passages[reading.index]!;
  const { units, weight } = question;
  const shares = sentences.map((list) => {
    const most = new Float32Array(units.length);
    raiseTo(most, list, question.likes[reading.segmentIndex]!);
    return units.reduce((sum, unit, at) => sum + unit.weight * most[at]!, 0) / Math.max(weight, 1e-9);
  });
  const best = Math.max(...shares, 0);
  const shown = Array.from(bits, (one) => (one & bitOf(want)) !== 0);
  let evidence = 0;
  shares.forEach((share, at) => {
    if (share < SAME * best) return;
    if (shown[at]) evidence = 1;
    else if (shown[at - 1] || shown[at + 1]) evidence = Math.max(evidence, 0.6);
  });
  return 1 - evidence;
}
