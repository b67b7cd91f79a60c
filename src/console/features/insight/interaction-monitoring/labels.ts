import type { TFunction } from 'i18next';
import { GOALS, SENTIMENTS } from '../../../../../resources/conversations.ts';
import type { LabelCounts } from '../../../../shared/insight.ts';
import type { ChartTone } from '../../../components/chart.tsx';

export const LABELS = ['goal', 'sentiment', 'wantedHuman', 'satisfied'] as const;
export type LabelName = (typeof LABELS)[number];

/** One value of a label, such as "complaint", as the charts show it. */
interface LabelPart {
  key: string;
  name: string;
  tone: ChartTone;
  /** Query parameters that filter the list of conversations by this value. */
  filter: Record<string, string>;
}

const ANSWERS = ['yes', 'no'] as const;
const TONES: Record<LabelName, Record<string, ChartTone>> = {
  goal: { praise: 'one', information: 'two', complaint: 'four', other: 'three' },
  sentiment: { positive: 'one', neutral: 'two', negative: 'four' },
  wantedHuman: { yes: 'three', no: 'two' },
  satisfied: { yes: 'one', no: 'four' },
};
/** The value of each label that needs the customer's attention. */
export const WATCHED: Record<LabelName, string> = {
  goal: 'complaint',
  sentiment: 'negative',
  wantedHuman: 'yes',
  satisfied: 'no',
};

export function partsOf(t: TFunction, label: LabelName): LabelPart[] {
  const keys = { goal: GOALS, sentiment: SENTIMENTS, wantedHuman: ANSWERS, satisfied: ANSWERS }[label];
  const isAnswer = label === 'wantedHuman' || label === 'satisfied';
  return keys.map((key) => ({
    key,
    name: t(isAnswer ? `interaction-monitoring.${label}.${key}` : `conversations.options.${label}.${key}`),
    tone: TONES[label][key] ?? 'off',
    filter: { [label]: isAnswer ? String(key === 'yes') : key },
  }));
}

/** Returns the number of conversations with a value; 0 if there are no counts for the label. */
export function countOf(counts: LabelCounts, label: LabelName, key: string): number {
  const byKey: Record<string, number> = counts[label] ?? {};
  return byKey[key] ?? 0;
}

export const totalOf = (counts: LabelCounts, label: LabelName): number =>
  Object.values(counts[label] ?? {}).reduce((sum, count) => sum + count, 0);
