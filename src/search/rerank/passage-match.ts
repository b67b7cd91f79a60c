import { raiseMaxima, type RerankQuestion, similarityOf, type UnitSimilarities } from './rerank-question.ts';
import type { RerankPassage, RerankSegment } from './rerank-segment.ts';
import { sharedIntent } from './sentence-intents.ts';
import { bitOf, type Want } from './wants.ts';

/** Shares of the question's weight, 0 to 1. */
export interface PassageMatch {
  segmentIndex: number;
  index: number;
  /** With the head (question, title, headings) weighted more, anywhere, and in the best sentence. */
  field: number;
  all: number;
  sentence: number;
  /** The question in the head, the head in the question, and both combined (Dice). */
  head: number;
  returned: number;
  dice: number;
  /** Like `dice`, for the best sentence. */
  sentenceDice: number;
  amount: number;
  /** Cosines of the passage's question (or title) and its best sentence. */
  rewordedHead: number;
  rewordedSentence: number;
  intent: number;
  /** Its question, heading or title asks for the same kind of thing; one of its sentences has one. */
  wantSame: number;
  wantShown: number;
  headSimilarities: Float32Array;
  bodySimilarities: Float32Array;
}

const BODY_SHARE = 0.75;
/** A shown value and the word that names it: `R$ 6,00` for `preço`. */
const IMPLIED = 0.8;
const HEAD_IN_SENTENCE = 0.7;
const NAMED = 0.9;
/** Set by hand: trained weights did worse on businesses held out of training. */
const SCORE = {
  field: 4,
  sentence: 2,
  dice: 2,
  sentenceDice: 1,
  amount: 0.7,
  rewordedHead: 1.25,
  rewordedSentence: 1.25,
  intent: 1.5,
  wantSame: 0.6,
  wantShown: 0.3,
};

const NAMES = Object.keys(SCORE) as (keyof typeof SCORE)[];

export function rerankScore(match: PassageMatch): number {
  return NAMES.reduce((sum, name) => sum + SCORE[name] * match[name], 0);
}

/** Cheap, without sentences, to select the passages to read in full. */
export function estimateScore(
  segment: RerankSegment,
  segmentIndex: number,
  index: number,
  question: RerankQuestion,
): number {
  const { askedUnits, head, body } = segment.passages[index]!;
  const { units, similarities, weight } = question;
  const inHead = new Float32Array(units.length);
  const inBody = new Float32Array(units.length);
  raiseMaxima(inHead, head, similarities[segmentIndex]!);
  raiseMaxima(inBody, body, similarities[segmentIndex]!);
  let field = 0;
  for (let at = 0; at < units.length; at++) {
    field += units[at]!.weight * Math.max(inHead[at]!, BODY_SHARE * inBody[at]!);
  }
  const reworded = similarityTo(segment, askedUnits, question.rewordedIn[segmentIndex]!);
  return (weight === 0 ? 0 : (SCORE.field * field) / weight) + SCORE.rewordedHead * reworded;
}

export function matchPassage(
  segment: RerankSegment,
  segmentIndex: number,
  index: number,
  question: RerankQuestion,
): PassageMatch {
  const passage = segment.passages[index]!;
  const similarities = question.similarities[segmentIndex]!;
  const width = question.units.length;
  const similaritiesIn = (list: Uint32Array) => {
    const highest = new Float32Array(width);
    raiseMaxima(highest, list, similarities);
    return highest;
  };
  const headSimilarities = similaritiesIn(passage.head);
  const bodySimilarities = similaritiesIn(passage.body);
  const wanted = question.want === null || question.naming.length === 0 ? 0 : bitOf(question.want);
  const imply = (own: Float32Array) => {
    for (const at of question.naming) {
      own[at] = Math.max(own[at]!, IMPLIED);
      bodySimilarities[at] = Math.max(bodySimilarities[at]!, IMPLIED);
    }
  };
  const shareOf = (similarity: (index: number) => number) => shareOfWeight(question, similarity);
  const head = shareOf((at) => headSimilarities[at]!);
  const returned = shareReturned(segment, passage.askedUnits, similarities, width);
  let sentence = 0;
  let sentenceDice = 0;
  passage.sentences.forEach((list, at) => {
    const own = similaritiesIn(list);
    const isAbout =
      own.some((similarity) => similarity > 0) || headSimilarities.some((similarity) => similarity >= NAMED);
    if (wanted !== 0 && (passage.shown[at]! & wanted) !== 0 && isAbout) imply(own);
    const withHead = shareOf((at) => Math.max(own[at]!, HEAD_IN_SENTENCE * headSimilarities[at]!));
    sentence = Math.max(sentence, withHead);
    const share = shareOf((at) => own[at]!);
    if (share > sentenceDice / 2) {
      sentenceDice = Math.max(sentenceDice, diceOf(share, shareReturned(segment, list, similarities, width)));
    }
  });
  const field = shareOf((at) => Math.max(headSimilarities[at]!, BODY_SHARE * bodySimilarities[at]!));
  return {
    rewordedHead: similarityTo(segment, passage.askedUnits, question.rewordedIn[segmentIndex]!),
    rewordedSentence: Math.max(
      0,
      ...passage.sentences.map((list) => similarityTo(segment, list, question.rewordedIn[segmentIndex]!)),
    ),
    segmentIndex,
    index,
    headSimilarities,
    bodySimilarities,
    field,
    sentence,
    head,
    returned,
    sentenceDice,
    intent: sharedIntent(segment, passage, question.intents),
    ...readWanted(question.want, passage),
    all: shareOf((at) => Math.max(headSimilarities[at]!, bodySimilarities[at]!)),
    dice: diceOf(head, returned),
    amount: Math.log(1 + question.weight * field),
  };
}

function readWanted(want: Want | null, passage: RerankPassage) {
  if (want === null) return { wantSame: 0, wantShown: 0 };
  const bit = bitOf(want);
  return { wantSame: passage.want === want ? 1 : 0, wantShown: passage.shown.some((one) => (one & bit) !== 0) ? 1 : 0 };
}

/** Returns the cosine between a list of units and the reworded question. */
export function similarityTo({ idfs }: RerankSegment, list: Uint32Array, reworded: Float32Array): number {
  let [product, squares] = [0, 0];
  for (let at = 0; at < list.length; at++) {
    const idf = idfs[list[at]!]!;
    product += idf * reworded[list[at]!]!;
    squares += idf * idf;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}

function shareOfWeight({ units, weight }: RerankQuestion, similarity: (index: number) => number): number {
  return weight === 0 ? 0 : units.reduce((sum, unit, index) => sum + unit.weight * similarity(index), 0) / weight;
}

/** Weighted by rarity in general Portuguese. */
function shareReturned(
  { unitWeights }: RerankSegment,
  list: Uint32Array,
  similarities: UnitSimilarities,
  width: number,
): number {
  let [matched, all] = [0, 0];
  for (const unit of list) {
    all += unitWeights[unit]!;
    matched += unitWeights[unit]! * similarityOf(unit, similarities, width);
  }
  return all === 0 ? 0 : matched / all;
}

function diceOf(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}
