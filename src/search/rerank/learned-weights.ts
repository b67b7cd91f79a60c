import type { Logistic } from './decide.ts';
import type { AnswerNowSignals, StorySignals, SuggestSignals } from './decision-signals.ts';

/*
 * Written by `npm run bench -- train-search`: logistic regressions, held close to zero, over 343 questions to 12 small
 * businesses and 447 to bases cut out of documents, which count less. Do not edit the weights; `from` is chosen in the
 * script.
 */

export const ANSWER_NOW: Logistic<AnswerNowSignals> = {
  from: 0.665,
  bias: -2.725,
  weights: {
    firstStage: -0.12,
    firstStageInFavour: 0.272,
    bestDice: 0.513,
    isFaq: -0.268,
    lead: 0.403,
    leadOfThree: 0.476,
    nounsMissing: -0.034,
    lastNounMissing: -1.107,
    detailMissing: -0.208,
    asksForDetail: -0.186,
    wantMissing: -0.414,
    sibling: -0.183,
    returned: 0.949,
    reworded: 1.571,
    intent: 1.017,
  },
};

/** Near-misses count for little. */
export const SUGGEST: Logistic<SuggestSignals> = {
  from: 0.23,
  bias: -1.867,
  weights: {
    firstStage: 0.028,
    firstStageInFavour: 0.251,
    field: 0.504,
    sentence: 0.49,
    dice: -0.049,
    amount: 1.717,
    missingMost: -0.121,
    missing: 0.282,
    reworded: 6.207,
    subjectsMissing: -1.859,
  },
};

export const ANSWER_STORY: Logistic<StorySignals> = {
  from: 0.42,
  bias: -4.741,
  weights: {
    sentence: 5.964,
    amount: 2.087,
    leadOfThree: 0.403,
  },
};
