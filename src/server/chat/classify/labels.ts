import { GOALS, SENTIMENTS } from '../../../../resources/conversations.ts';

/** What is estimated of a conversation, with the answers that each may have, in the order in which the model keeps them. */
export const LABELS = {
  sentiment: SENTIMENTS,
  goal: GOALS,
  wantedHuman: [false, true],
  satisfied: [null, true, false],
} as const;
export type Label = keyof typeof LABELS;
export const LABEL_NAMES = Object.keys(LABELS) as Label[];

/** What was estimated, or told, of a conversation. `satisfied` is null when it cannot be told. */
export type ConversationLabels = { [L in Label]: (typeof LABELS)[L][number] };
