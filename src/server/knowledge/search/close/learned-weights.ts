import type { AnswerNowSigns, SuggestSigns } from './close-signs.ts';
import type { Logistic } from './decide.ts';

/*
 * Written by `npm run search:train`: logistic regressions, held close to zero, over 343 questions to
 * 12 small businesses and 447 to bases cut out of documents, which count less. Do not edit the weights; `from` is chosen in the script.
 */

/** Whether the best content answers at once. */
export const ANSWER_NOW: Logistic<AnswerNowSigns> = {
  from: 0.74,
  bias: -1.022,
  weights: {
    far: -0.059,
    farInFavour: 0.202,
    field: -0.945,
    dice: -0.921,
    bestDice: 1.997,
    isFaq: 0.061,
    lead: 0.265,
    leadOfThree: 0.660,
    nounsMissing: -1.896,
    nounMissing: 0.039,
    asksForDetail: -0.411,
    wantMissing: -0.745,
    wantSame: 1.352,
    sibling: -0.470,
    hard: -1.394,
    returned: 1.241,
    substituted: -0.756,
  },
};

/** Whether the base has an answer at all; near-misses count for little. */
export const SUGGEST: Logistic<SuggestSigns> = {
  from: 0.36,
  bias: -1.732,
  weights: {
    far: 0.026,
    farInFavour: 0.181,
    field: 0.519,
    sentence: 1.044,
    dice: 1.371,
    amount: 2.028,
    missingMost: -0.352,
    missing: 0.126,
  },
};
