import type { AnswerNowSigns, StorySigns, SuggestSigns } from './close-signs.ts';
import type { Logistic } from './decide.ts';

/*
 * Written by `npm run search:train`: logistic regressions, held close to zero, over 343 questions to
 * 12 small businesses and 447 to bases cut out of documents, which count less. Do not edit the weights; `from` is chosen in the script.
 */

/** Whether the best content answers at once. */
export const ANSWER_NOW: Logistic<AnswerNowSigns> = {
  from: 0.65,
  bias: -2.045,
  weights: {
    far: -0.107,
    farInFavour: 0.251,
    bestDice: 0.534,
    isFaq: -0.189,
    lead: 0.27,
    leadOfThree: 0.531,
    nounsMissing: -1.608,
    nounMissing: 0.312,
    asksForDetail: -0.397,
    wantMissing: -0.501,
    wantSame: 1.056,
    sibling: -0.437,
    returned: 0.468,
    reworded: 2.312,
    substituted: -0.312,
  },
};

/** Whether the base has an answer at all; near-misses count for little. */
export const SUGGEST: Logistic<SuggestSigns> = {
  from: 0.26,
  bias: -2.503,
  weights: {
    far: 0.025,
    farInFavour: 0.202,
    field: 0.278,
    sentence: 1.231,
    dice: -0.392,
    amount: 2.126,
    missingMost: -0.428,
    missing: 0.186,
    reworded: 6.545,
  },
};

/** Whether the best content answers a question that is told as a story. */
export const ANSWER_STORY: Logistic<StorySigns> = {
  from: 0.42,
  bias: -4.771,
  weights: {
    sentence: 5.748,
    amount: 2.022,
    leadOfThree: 0.588,
  },
};
