import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/** What tells whether the best passage answers. Amounts are in units of the base's rarest word, so that bases compare. */
interface Signs {
  /** Of the best passage: see its features. */
  sentenceShort: number;
  words: number;
  neighbours: number;
  questionDice: number;
  sameIntent: number;
  evidenceNear: number;
  numbersMissing: number;
  /** How far it stands before the next. */
  margin: number;
  /** Share of the question that was guessed at: words of no passage, put right. */
  corrected: number;
  /** Logarithms: character grams in common; weight of the question's words that it holds. */
  grams: number;
  matched: number;
  /** Weight of the words that it lacks. */
  missing: number;
  /** Whether the question is one word. */
  single: number;
  /** A FAQ answers its own question alone: words in common prove less there. */
  faqCovered: number;
  faqGrams: number;
}

/**
 * Logistic regression, learned on bases of 12 to 20,000 passages, with questions that have an answer there, questions on
 * the same subjects whose answer was taken out, and questions on anything else.
 */
const WEIGHTS: Readonly<Signs> = {
  sentenceShort: 2.24,
  words: 0.95,
  neighbours: 0.97,
  questionDice: 2.94,
  sameIntent: 1.08,
  evidenceNear: 0.57,
  numbersMissing: -1.22,
  margin: 1.03,
  corrected: -1.09,
  grams: 0.99,
  matched: 0.86,
  missing: -1.12,
  single: -1.24,
  faqCovered: -1.97,
  faqGrams: -0.57,
};
const BIAS = -4.63;

/** From this confidence on 90 % of the questions that have an answer in the base are answered. */
export const ANSWERABLE_FROM = 0.35;

/** How likely the best passage answers the question, 0 to 1, where one question in two has an answer. */
export function confidenceOf(question: Question, ranked: readonly Ranked[], passageCount: number): number {
  const best = ranked[0];
  if (best === undefined) return 0;
  const signs = signsOf(question, best, ranked[1], passageCount);
  let sum = BIAS;
  for (const name of NAMES) sum += WEIGHTS[name] * signs[name];
  return 1 / (1 + Math.exp(-sum));
}

const NAMES = Object.keys(WEIGHTS) as (keyof Signs)[];

function signsOf(question: Question, best: Ranked, second: Ranked | undefined, passageCount: number): Signs {
  const { words, weight } = question;
  const { features, candidate, likes } = best;
  const unit = Math.log(1 + passageCount);
  const weightOf = (share: (index: number) => number) =>
    words.reduce((sum, word, index) => sum + word.weight * share(index), 0);
  const grams = Math.log(1 + candidate.rawGrams / unit);
  const isFaq = candidate.segment.intents[candidate.index] === null ? 0 : 1;
  return {
    sentenceShort: features.sentenceShort,
    words: features.words,
    neighbours: features.neighbours,
    questionDice: features.questionDice,
    sameIntent: features.sameIntent,
    evidenceNear: features.evidenceNear,
    numbersMissing: features.numbersMissing,
    margin: second === undefined ? 1 : Math.min(1, (best.score - second.score) / 5),
    corrected: weightOf((index) => (words[index]!.isCorrected ? 1 : 0)) / weight,
    grams,
    matched: Math.log(1 + weightOf((index) => (likes[index]! > 0.5 ? 1 : 0)) / unit),
    missing: weightOf((index) => 1 - likes[index]!) / unit / 3,
    single: words.length <= 1 ? 1 : 0,
    faqCovered: isFaq * features.covered,
    faqGrams: isFaq * grams,
  };
}
