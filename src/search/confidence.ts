import type { AnswerSignals } from './answer-signals.ts';
import { readAnswerSignals } from './answer-signals.ts';
import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/**
 * Weights of a logistic regression, trained on bases of 5 to 1,200 passages (FAQs, encyclopedia articles, abstracts,
 * rules) and questions with an answer there (also mistyped), without it, with a wrong detail, and about other subjects.
 * Signals were selected on documents and sources held out of training. Products of two signals did worse there.
 */
const WEIGHTS: Readonly<AnswerSignals> = {
  sentenceShort: 1.52,
  neighbours: 0.76,
  phrase: 1.09,
  opening: 0.69,
  questionDice: 2.35,
  smallWords: 1.35,
  sameIntent: 0.27,
  otherIntent: -1.04,
  evidenceNear: 0.44,
  numbersMissing: -1.07,
  lead: 1.07,
  grams: 0.75,
  matched: 1.01,
  missing: -0.85,
  namesMissing: -0.9,
  lastMissing: -0.47,
  denied: -1.82,
  opposite: -1.17,
  single: -0.61,
  faqCovered: -1.83,
  faqGrams: -0.58,
  faqOpen: -1.29,
};
const BIAS = -3.92;
const NAMES = Object.keys(WEIGHTS) as (keyof AnswerSignals)[];

/** 90 % of the questions that have an answer in the base reach it. */
export const ANSWERABLE_FROM = 0.37;

/** Calibrated for a mix in which every second question has an answer in the base. */
export function confidenceOf(question: Question, ranked: readonly Ranked[], passageCount: number): number {
  if (ranked.length === 0) return 0;
  const signs = readAnswerSignals(question, ranked, passageCount);
  let sum = BIAS;
  for (const name of NAMES) sum += WEIGHTS[name] * signs[name];
  return 1 / (1 + Math.exp(-sum));
}
