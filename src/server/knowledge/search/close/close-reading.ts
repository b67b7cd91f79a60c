import { type CloseQuestion, likeOf, type Likes, raiseTo } from './close-question.ts';
import { bitOf } from './wants.ts';
import type { CloseSegment } from './close-segment.ts';

/** What a passage has of a question: shares of the question's weight, 0 to 1. */
export interface CloseReading {
  segmentIndex: number;
  index: number;
  /** In it, where what stands above the text counts a little more; in it wherever; in its best sentence. */
  field: number;
  all: number;
  sentence: number;
  /** The share above the text; the share of a FAQ's question (or of title and heading) that is asked; both as one. */
  head: number;
  returned: number;
  dice: number;
  /** The same as `dice`, of the best sentence. */
  sentenceDice: number;
  /** How much of the question is in it, not as a share. */
  amount: number;
  /** By unit of the question: how alike its likest unit is, above the text and in it. */
  headLikes: Float32Array;
  bodyLikes: Float32Array;
}

const BODY_SHARE = 0.75;
/** How alike what is wanted is to the word that names it: `preço`, and `R$ 6,00` beside the rest of what is asked. */
const IMPLIED = 0.8;
const HEAD_IN_SENTENCE = 0.7;
/** The hand-set weights of the score: learned ones did worse on businesses left out of learning. */
const SCORE = { field: 4, sentence: 2, dice: 2, amount: 0.7 };

export function closeScore({ field, sentence, dice, amount }: CloseReading): number {
  return SCORE.field * field + SCORE.sentence * sentence + SCORE.dice * dice + SCORE.amount * amount;
}

/** Reads every passage of a chain against a question. */
export function readPassages(chain: readonly CloseSegment[], question: CloseQuestion): CloseReading[] {
  return chain.flatMap((segment, segmentIndex) =>
    segment.passages.map((_, index) => readPassage(segment, segmentIndex, index, question)),
  );
}

function readPassage(
  segment: CloseSegment,
  segmentIndex: number,
  index: number,
  question: CloseQuestion,
): CloseReading {
  const passage = segment.passages[index]!;
  const likes = question.likes[segmentIndex]!;
  const width = question.units.length;
  const likesIn = (list: Uint32Array) => {
    const most = new Float32Array(width);
    raiseTo(most, list, likes);
    return most;
  };
  const headLikes = likesIn(passage.head);
  const bodyLikes = likesIn(passage.body);
  const wanted = question.want === null || question.naming.length === 0 ? 0 : bitOf(question.want);
  const imply = (own: Float32Array) => {
    for (const at of question.naming) {
      own[at] = Math.max(own[at]!, IMPLIED);
      bodyLikes[at] = Math.max(bodyLikes[at]!, IMPLIED);
    }
  };
  const shareOf = (like: (index: number) => number) => shareOfWeight(question, like);
  const head = shareOf((at) => headLikes[at]!);
  const returned = shareReturned(segment, passage.asked, likes, width);
  let sentence = 0;
  let sentenceDice = 0;
  passage.sentences.forEach((list, at) => {
    const own = likesIn(list);
    if (wanted !== 0 && (passage.shown[at]! & wanted) !== 0 && own.some((like) => like > 0)) imply(own);
    const withHead = shareOf((at) => Math.max(own[at]!, HEAD_IN_SENTENCE * headLikes[at]!));
    sentence = Math.max(sentence, withHead);
    const share = shareOf((at) => own[at]!);
    if (share > sentenceDice / 2) {
      sentenceDice = Math.max(sentenceDice, diceOf(share, shareReturned(segment, list, likes, width)));
    }
  });
  const field = shareOf((at) => Math.max(headLikes[at]!, BODY_SHARE * bodyLikes[at]!));
  return {
    ...{ segmentIndex, index, headLikes, bodyLikes, field, sentence, head, returned, sentenceDice },
    all: shareOf((at) => Math.max(headLikes[at]!, bodyLikes[at]!)),
    dice: diceOf(head, returned),
    amount: Math.log(1 + question.weight * field),
  };
}

function shareOfWeight({ units, weight }: CloseQuestion, like: (index: number) => number): number {
  return weight === 0 ? 0 : units.reduce((sum, unit, index) => sum + unit.weight * like(index), 0) / weight;
}

/** How much of some units is asked, each by how rare it is at large. */
function shareReturned({ worths }: CloseSegment, list: Uint32Array, likes: Likes, width: number): number {
  let [asked, all] = [0, 0];
  for (const unit of list) {
    all += worths[unit]!;
    asked += worths[unit]! * likeOf(unit, likes, width);
  }
  return all === 0 ? 0 : asked / all;
}

function diceOf(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}
