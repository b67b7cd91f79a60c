import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What may be summed up: today alone, or so many days that end with today. */
export const PERIODS = ['today', '7', '30', '90', '365'] as const;
export type PeriodName = (typeof PERIODS)[number];
const USUAL: PeriodName = '30';

/** What is summed up, as the address says it. */
export interface InsightView {
  days: PeriodName;
  /** Empty: every context that one may see. */
  contextIds: string[];
  /** Whether trials (preview, demo) count. */
  withTrials: boolean;
}

/** Keeps the filters of the figures in the address alone; each change is a step of history. */
export function useInsightView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo<InsightView>(() => {
    const days = PERIODS.find((one) => one === params.get('days')) ?? USUAL;
    return { days, contextIds: params.getAll('contextId'), withTrials: params.get('trials') === 'true' };
  }, [params]);
  const change = useCallback(
    (patch: Partial<InsightView>) => {
      const next = { ...view, ...patch };
      const query = new URLSearchParams();
      if (next.days !== USUAL) query.set('days', next.days);
      for (const id of next.contextIds) query.append('contextId', id);
      if (next.withTrials) query.set('trials', 'true');
      setParams(query, { preventScrollReset: true });
    },
    [view, setParams],
  );
  return { view, change };
}

/** The query of the call behind a view. */
export const queryOf = ({ days, contextIds, withTrials }: InsightView) => ({
  days,
  contextId: contextIds,
  types: withTrials ? ['widget', 'preview', 'demo'] : ['widget'],
});

/** The list of the conversations that a slice of a figure stands for. */
export function talksOf(view: InsightView, from: string, to: string, filter: Record<string, string> = {}): string {
  const query = new URLSearchParams(filter);
  if (!query.has('startedAt_gte')) query.set('startedAt_gte', from);
  if (!query.has('startedAt_lte')) query.set('startedAt_lte', to);
  if (!view.withTrials) query.set('type', 'widget');
  const [only, ...others] = view.contextIds;
  // The list is of one context or of all.
  if (!query.has('contextId')) {
    if (only && others.length === 0) query.set('contextId', only);
    else query.set('everywhere', 'true');
  }
  return `/conversations?${query}`;
}
