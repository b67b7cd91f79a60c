import { GOALS, SENTIMENTS } from '../../../../resources/conversations.ts';

export const LABELS = {
  sentiment: SENTIMENTS,
  goal: GOALS,
  wantedHuman: [false, true],
  satisfied: [null, true, false],
} as const;
export type Label = keyof typeof LABELS;
export const LABEL_NAMES = Object.keys(LABELS) as Label[];

export type ConversationLabels = { [L in Label]: (typeof LABELS)[L][number] };
