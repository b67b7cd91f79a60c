import type { AnswerNowSigns, SuggestSigns } from './close-signs.ts';
import { ANSWER_NOW, SUGGEST } from './learned-weights.ts';

export interface Logistic<Signs> {
  bias: number;
  weights: Readonly<Signs>;
  /** From this likelihood on the model says yes. */
  from: number;
}

/** How likely a model holds it, as a logarithm of odds. */
export function oddsOf<Signs extends object>({ bias, weights }: Logistic<Signs>, signs: Signs): number {
  let sum = bias;
  for (const name of Object.keys(weights) as (keyof Signs)[]) sum += Number(weights[name]) * Number(signs[name]);
  return sum;
}

/** A likelihood as a logarithm of odds. */
export function logOdds(likelihood: number): number {
  const within = Math.min(0.998, Math.max(0.002, likelihood));
  return Math.log(within / (1 - within));
}

/** How far the signs stand above the threshold of each decision, in logarithms of odds; below zero it is a no. */
export function marginsOf(now: AnswerNowSigns, near: SuggestSigns) {
  return {
    answer: oddsOf(ANSWER_NOW, now) - logOdds(ANSWER_NOW.from),
    suggest: oddsOf(SUGGEST, near) - logOdds(SUGGEST.from),
  };
}
