import type { AnswerNowSigns, SuggestSigns } from './close-signs.ts';
import type { Logistic } from './decide.ts';

/*
 * Written by `npm run search:train`: logistic regressions, held close to zero, over 343 questions to
 * 12 small businesses and 447 to bases cut out of documents, which count less. Do not edit the weights; `from` is chosen in the script.
 */

/** Whether the best content answers at once. */
export const ANSWER_NOW: Logistic<AnswerNowSigns> = {
  from: 0.67,
  bias: -1.343,
  weights: {
    far: -0.053,
    farInFavour: 0.276,
    field: -0.659,
    dice: -0.742,
    bestDice: 1.481,
    isFaq: -0.187,
    lead: 0.231,
    leadOfThree: 0.626,
    nounsMissing: -2.162,
    nounMissing: 0.234,
    asksForDetail: -0.349,
    wantMissing: -0.536,
    wantSame: 1.012,
    sibling: -0.419,
    hard: -1.304,
    returned: 0.721,
    reworded: 2.192,
    substituted: -0.244,
  },
};

/** Whether the base has an answer at all; near-misses count for little. */
export const SUGGEST: Logistic<SuggestSigns> = {
  from: 0.26,
  bias: -2.482,
  weights: {
    far: 0.022,
    farInFavour: 0.209,
    field: 0.275,
    sentence: 1.217,
    dice: -0.39,
    amount: 2.101,
    missingMost: -0.432,
    missing: 0.185,
    reworded: 6.536,
  },
};
