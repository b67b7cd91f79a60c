import { SIBLING } from './lexicon.ts';
import { currentLexicon } from './lexicon-files.ts';
import type { PassageMatch } from './passage-match.ts';
import { raiseMaxima, type RerankQuestion } from './rerank-question.ts';
import type { RerankSegment } from './rerank-segment.ts';
import { askForDifferentKinds, asksForDetail, bitOf, namesWant, wantOf } from './wants.ts';

export interface RerankItem {
  match: PassageMatch;
  score: number;
}

export interface AnswerNowSignals {
  /** See `confidenceOf`, as log odds. */
  firstStage: number;
  /** It was trained on longer texts and is reliable only when positive. */
  firstStageInFavour: number;
  /** With the FAQ's question or the best sentence. */
  bestDice: number;
  isFaq: number;
  /** Over the second item and over the mean of the next three. */
  lead: number;
  leadOfThree: number;
  /** Average, and the last one: in Portuguese the detail usually comes last. */
  nounsMissing: number;
  lastNounMissing: number;
  /** The rarest, weighted by how much of the rest matches: it indicates a missing detail. */
  detailMissing: number;
  /** The question asks for a detail; the best sentences lack the kind of thing asked for. */
  asksForDetail: number;
  wantMissing: number;
  /** Matches only a sibling of the category (`débito` and `pix`). */
  sibling: number;
  returned: number;
  reworded: number;
  intent: number;
}

export interface SuggestSignals {
  firstStage: number;
  firstStageInFavour: number;
  field: number;
  sentence: number;
  dice: number;
  amount: number;
  /** Of the words that no passage contains: maximum and sum. */
  missingMost: number;
  missing: number;
  reworded: number;
  /** Average rarity, as far as no passage contains them. */
  subjectsMissing: number;
}

/** Most words of a long question (a story) ask for nothing. */
export interface StorySignals {
  sentence: number;
  amount: number;
  leadOfThree: number;
}

const STORY_FROM = 12;

export const isStory = ({ units }: RerankQuestion): boolean => units.length >= STORY_FROM;

const RARE_IN_BASE = 0.3;
const SAME = 0.85;
const LEAD_MAX = 3;
const LEAD_OF_THREE_MAX = 4;

const similaritiesOf = ({ headSimilarities, bodySimilarities }: PassageMatch): number[] =>
  Array.from(headSimilarities, (similarity, at) => Math.max(similarity, bodySimilarities[at]!));

export function answerNowSignals(
  chain: readonly RerankSegment[],
  question: RerankQuestion,
  text: string,
  firstStage: number,
  [best, ...rest]: readonly [RerankItem, ...RerankItem[]],
): AnswerNowSignals {
  const { match } = best;
  const similarities = similaritiesOf(match);
  const { units } = question;
  const nouns = units.flatMap(({ isNoun, atLarge }, at) => (isNoun ? [atLarge * (1 - similarities[at]!)] : []));
  return {
    firstStage,
    firstStageInFavour: Math.max(0, firstStage),
    bestDice: Math.max(match.dice, match.sentenceDice),
    isFaq: passageOf(chain, match).question === null ? 0 : 1,
    lead: Math.min(LEAD_MAX, best.score - (rest[0]?.score ?? 0)),
    leadOfThree: Math.min(LEAD_OF_THREE_MAX, best.score - nextOf(rest)),
    nounsMissing: mean(nouns),
    lastNounMissing: nouns.at(-1) ?? 0,
    detailMissing: readDetail(question, similarities),
    asksForDetail: asksForDetail(text) ? 1 : 0,
    wantMissing: readWantMissing(chain, question, match),
    sibling: units.some(({ share }, at) => share > 0.2 && Math.abs(similarities[at]! - SIBLING) < 0.02) ? 1 : 0,
    returned: match.returned,
    reworded: rewordedOf(match),
    intent: match.intent,
  };
}

/** Weighted by the share of the other words that match. */
function readDetail({ units, weight }: RerankQuestion, similarities: readonly number[]): number {
  const has = (at: number) => (similarities[at]! >= SAME ? units[at]!.weight : 0);
  const foundWeight = units.reduce((sum, _, at) => sum + has(at), 0);
  const details = units.map(({ isNoun, atLarge, weight: own }, at) =>
    isNoun && weight > own ? (atLarge * (1 - similarities[at]!) * (foundWeight - has(at))) / (weight - own) : 0,
  );
  return Math.max(0, ...details);
}

/**
 * A FAQ that asks for another kind of thing, whose answer does not show the one asked for: `de onde sai o passeio?` for
 * `quem pode ir no passeio?`.
 */
export function asksForAnotherKind(
  chain: readonly RerankSegment[],
  { want }: RerankQuestion,
  { match }: RerankItem,
): boolean {
  const { question: itemQuestion } = passageOf(chain, match);
  if (want === null || itemQuestion === null || !askForDifferentKinds(want, wantOf(itemQuestion))) return false;
  const { shown } = chain[match.segmentIndex]!.passages[match.index]!;
  return !Array.from(shown).some((bits) => (bits & bitOf(want)) !== 0);
}

export function storySignals([best, ...rest]: readonly [RerankItem, ...RerankItem[]]): StorySignals {
  const { sentence, amount } = best.match;
  return { sentence, amount, leadOfThree: best.score - nextOf(rest) };
}

const nextOf = (rest: readonly RerankItem[]) => mean(rest.slice(0, 3).map(({ score }) => score));

/** Rarity in general Portuguese, 0 to 1, of a word that no passage has anything like; 0 for the others. */
export const missingOf = ({ holdingCount, share, atLarge }: RerankQuestion['units'][number]): number =>
  holdingCount < RARE_IN_BASE ? atLarge * Math.min(1, share * 2) : 0;

export function suggestSignals(question: RerankQuestion, firstStage: number, { match }: RerankItem): SuggestSignals {
  const missing = question.units.map(missingOf);
  return {
    firstStage,
    firstStageInFavour: Math.max(0, firstStage),
    field: match.field,
    sentence: match.sentence,
    dice: match.dice,
    amount: match.amount,
    missingMost: Math.max(0, ...missing),
    missing: missing.reduce((sum, one) => sum + one, 0),
    reworded: rewordedOf(match),
    subjectsMissing: mean(subjectsOf(question).map(({ atLarge, nearest }) => atLarge * (1 - nearest))),
  };
}

const subjectsOf = ({ units, want }: RerankQuestion) =>
  units.filter(
    ({ unit, isNoun }) =>
      isNoun && !/\d/.test(unit) && !namesWant(unit, want) && !currentLexicon().isKindIn(unit, 'opening-times'),
  );

const rewordedOf = ({ rewordedHead, rewordedSentence }: PassageMatch) => Math.max(rewordedHead, rewordedSentence);

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const passageOf = (chain: readonly RerankSegment[], { segmentIndex, index }: PassageMatch) =>
  chain[segmentIndex]!.segment.passages[index]!;

function readWantMissing(chain: readonly RerankSegment[], question: RerankQuestion, match: PassageMatch): number {
  const { want } = question;
  if (want === null) return 0;
  const { sentences, shown: bits } = chain[match.segmentIndex]!.passages[match.index]!;
  const { units, weight } = question;
  const shares = sentences.map((list) => {
    const highest = new Float32Array(units.length);
    raiseMaxima(highest, list, question.similarities[match.segmentIndex]!);
    return units.reduce((sum, unit, at) => sum + unit.weight * highest[at]!, 0) / Math.max(weight, 1e-9);
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
