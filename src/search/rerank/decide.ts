import type { AnswerNowSignals, StorySignals, SuggestSignals } from './decision-signals.ts';
import { ANSWER_NOW, ANSWER_STORY, SUGGEST } from './learned-weights.ts';

export interface Logistic<Signs> {
  bias: number;
  weights: Readonly<Signs>;
  from: number;
}

function oddsOf<Signs extends object>({ bias, weights }: Logistic<Signs>, signs: Signs): number {
  let sum = bias;
  for (const name of Object.keys(weights) as (keyof Signs)[]) sum += Number(weights[name]) * Number(signs[name]);
  return sum;
}

export function logOdds(likelihood: number): number {
  const within = Math.min(0.998, Math.max(0.002, likelihood));
  return Math.log(within / (1 - within));
}

/** `story` is null unless the question is a story. */
export interface DecisionSignals {
  now: AnswerNowSignals;
  near: SuggestSignals;
  story: StorySignals | null;
  /** No passage contains a detail that the question names: suggestions at most. */
  lacksDetail: boolean;
}

/** From each threshold, in log odds; negative means no. */
export function marginsOf({ now, near, story }: DecisionSignals) {
  return {
    answer: story === null ? marginOf(ANSWER_NOW, now) : marginOf(ANSWER_STORY, story),
    suggest: marginOf(SUGGEST, near),
  };
}

function marginOf<Signs extends object>(model: Logistic<Signs>, signs: Signs): number {
  return oddsOf(model, signs) - logOdds(model.from);
}
