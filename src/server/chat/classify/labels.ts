import { GOALS, SENTIMENTS } from '../../../../resources/conversations.ts';

/** The labels of a conversation and their values, in the order of the model's outputs. */
export const LABELS = {
  sentiment: SENTIMENTS,
  goal: GOALS,
  wantedHuman: [false, true],
  satisfied: [null, true, false],
} as const;
export type Label = keyof typeof LABELS;
export const LABEL_NAMES = Object.keys(LABELS) as Label[];

/** The estimated or stated labels of a conversation. `satisfied` is null if it is unknown. */
export type ConversationLabels = { [L in Label]: (typeof LABELS)[L][number] };
