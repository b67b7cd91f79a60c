import type { BaseRecord } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Flex, Segmented, Switch } from 'antd';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { conversations } from '../../../../resources/conversations.ts';
import { CHAT_TYPES, type ChatType, VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { ChoiceSelect, ChoicesSelect } from '../../components/choice-select.tsx';
import { useGet } from '../../components/use-get.ts';
import { t } from '../../providers/i18n.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import './insight.css';

/** Periods of a report: today, or a number of days up to and including today. */
export const PERIODS = ['today', '7', '30', '90', '365'] as const;
export type PeriodName = (typeof PERIODS)[number];
const DEFAULT_PERIOD: PeriodName = '30';

export interface InsightView {
  days: PeriodName;
  /** Empty means all contexts that the user may see. */
  contextIds: string[];
  /** Whether test conversations (preview, demo) count. */
  withTrials: boolean;
  /** Null means all of visitors. */
  channel: (typeof VISITOR_TYPES)[number] | null;
}

const typesOf = ({ channel, withTrials }: InsightView): readonly ChatType[] =>
  channel ? [channel] : withTrials ? CHAT_TYPES : VISITOR_TYPES;

/**
 * Returns a report's filters and the function to change them. They are stored in the address; each change adds an entry to
 * the browser's history. Other query parameters stay, except the page.
 */
export function useInsightView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo<InsightView>(() => {
    const days = PERIODS.find((one) => one === params.get('days')) ?? DEFAULT_PERIOD;
    const channel = VISITOR_TYPES.find((one) => one === params.get('channel')) ?? null;
    return { days, contextIds: params.getAll('contextId'), withTrials: params.get('trials') === 'true', channel };
  }, [params]);
  const change = useCallback(
    (patch: Partial<InsightView>) => {
      const next = { ...view, ...patch };
      const query = new URLSearchParams(params);
      for (const name of ['days', 'contextId', 'trials', 'channel', 'page']) query.delete(name);
      if (next.days !== DEFAULT_PERIOD) query.set('days', next.days);
      for (const id of next.contextIds) query.append('contextId', id);
      if (next.withTrials) query.set('trials', 'true');
      if (next.channel) query.set('channel', next.channel);
      setParams(query, { preventScrollReset: true });
    },
    [view, params, setParams],
  );
  return { view, change };
}

/** Returns a report. The figures of the previous filters stay until the new ones arrive. */
export function useReport<Report extends BaseRecord>(url: string, view: InsightView, pollMs?: number) {
  const { days, contextIds } = view;
  const types = typesOf(view);
  return useGet<Report>(url, {
    query: { days, contextId: contextIds, types },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

/** Returns the link to the list of the conversations that a figure counts. `from` and `to` are days (YYYY-MM-DD). */
export function conversationsPath(
  view: InsightView,
  from: string,
  to: string,
  filter: Record<string, string> = {},
): string {
  const query = new URLSearchParams(filter);
  if (!query.has('startedAt_gte')) query.set('startedAt_gte', from);
  if (!query.has('startedAt_lte')) query.set('startedAt_lte', to);
  const types = typesOf(view);
  if (types !== CHAT_TYPES && !query.has('type')) for (const type of types) query.append('type', type);
  const [only, ...others] = view.contextIds;
  if (!query.has('contextId')) {
    if (!only) query.set('everywhere', 'true');
    else if (others.length === 0) query.set('contextId', only);
    else for (const id of view.contextIds) query.append('context', id);
  }
  return `${conversations.path}?${query}`;
}

export function InsightFilters(props: {
  view: InsightView;
  change: (patch: Partial<InsightView>) => void;
  /** Hides the filters by origin, for reports of all visitors. */
  withoutOrigin?: boolean;
}) {
  const { view, change } = props;
  const { contexts } = useCurrentContext();
  const options = contexts.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Flex
      wrap
      align="center"
      gap="middle"
      className="insight-filters part-gap"
      role="search"
      aria-label={t('insight.filters')}
    >
      <Segmented<PeriodName>
        aria-label={t('insight.period')}
        value={view.days}
        options={PERIODS.map((value) => ({ value, label: t(`insight.periods.${value}`) }))}
        onChange={(days) => change({ days })}
      />
      {contexts.length > 1 && (
        <div className="insight-contexts">
          <ChoicesSelect
            aria-label={t('insight.contexts')}
            placeholder={t('insight.allContexts')}
            options={options}
            value={view.contextIds}
            onChange={(contextIds) => change({ contextIds })}
            allowClear
          />
        </div>
      )}
      {!props.withoutOrigin && (
        <div className="insight-channel">
          <ChoiceSelect
            aria-label={t('insight.channel')}
            placeholder={t('insight.allChannels')}
            options={VISITOR_TYPES.map((value) => ({ value, label: t(`conversations.options.type.${value}`) }))}
            value={view.channel}
            onChange={(channel) => change({ channel })}
            allowClear
          />
        </div>
      )}
      {!props.withoutOrigin && !view.channel && (
        <Flex component="label" align="center" gap="small" className="small-text">
          <Switch size="small" checked={view.withTrials} onChange={(withTrials) => change({ withTrials })} />
          {t('insight.trials')}
        </Flex>
      )}
    </Flex>
  );
}
