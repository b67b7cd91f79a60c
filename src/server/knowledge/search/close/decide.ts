import type { AnswerNowSigns, StorySigns, SuggestSigns } from './close-signs.ts';
import { ANSWER_NOW, ANSWER_STORY, SUGGEST } from './learned-weights.ts';

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

/** The signs of every decision; of a story only where the question is one. */
export interface CloseSigns {
  now: AnswerNowSigns;
  near: SuggestSigns;
  story: StorySigns | null;
}

/** How far the signs stand above the threshold of each decision, in logarithms of odds; below zero it is a no. */
export function marginsOf({ now, near, story }: CloseSigns) {
  return {
    answer: story === null ? marginOf(ANSWER_NOW, now) : marginOf(ANSWER_STORY, story),
    suggest: marginOf(SUGGEST, near),
  };
}

function marginOf<Signs extends object>(model: Logistic<Signs>, signs: Signs): number {
  return oddsOf(model, signs) - logOdds(model.from);
}
