import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  GAP_STATES,
  type GapDetail,
  type GapDraft,
  type GapList,
  type GapState,
} from '../../../../shared/knowledge-gaps.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import type { Written } from '../answer-form.tsx';
import { type InsightView, PERIODS } from '../use-insight-view.ts';

export const PAGE = 20;
/** What moves by itself is asked for again while somebody looks; a hidden tab asks for nothing. */
const POLL_MS = 1_500;
const KEY = ['knowledge-gaps'];

export interface GapsView extends InsightView {
  state: GapState;
  page: number;
}

/** Keeps the filters in the address alone; each change is a step of history. */
export function useGapsView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo<GapsView>(
    () => ({
      days: PERIODS.find((one) => one === params.get('days')) ?? '30',
      contextIds: params.getAll('contextId'),
      withTrials: false,
      state: GAP_STATES.find((one) => one === params.get('state')) ?? 'open',
      page: Math.max(1, Number(params.get('page')) || 1),
    }),
    [params],
  );
  const hrefOf = useCallback(
    (patch: Partial<GapsView>) => {
      const next = { ...view, page: 1, ...patch };
      const query = new URLSearchParams();
      if (next.state !== 'open') query.set('state', next.state);
      if (next.days !== '30') query.set('days', next.days);
      for (const id of next.contextIds) query.append('contextId', id);
      if (next.page > 1) query.set('page', String(next.page));
      return query;
    },
    [view],
  );
  const change = useCallback(
    (patch: Partial<GapsView>) => setParams(hrefOf(patch), { preventScrollReset: true }),
    [hrefOf, setParams],
  );
  return { view, change, hrefOf };
}

const isUnderWay = (gap: { again: { waiting: number } | null }) => (gap.again?.waiting ?? 0) > 0;

export const useGaps = ({ state, days, contextIds, page }: GapsView) =>
  useQuery({
    queryKey: [...KEY, 'list', { state, days, contextIds, page }],
    queryFn: ({ signal }) =>
      request<GapList>('/knowledge-gaps', { query: { state, days, contextId: contextIds, page, limit: PAGE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.isGathering || data?.data.some(isUnderWay) ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });

export const useGap = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => request<GapDetail>(`/knowledge-gaps/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });

const draftOf = (id: string, by: 'base' | 'model', signal?: AbortSignal) =>
  request<GapDraft>(`/knowledge-gaps/${id}/draft`, { method: 'POST', body: { by }, signal });

/** Has the plan's model write the draft, which is charged. */
export const useModelDraft = (id: string) =>
  useMutation({
    mutationFn: () => draftOf(id, 'model'),
    onError: (failure) => void showFailure(failure),
  });

/** What the base itself offers for an answer: costs nothing. */
export const useDraft = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...KEY, 'draft', id],
    queryFn: ({ signal }) => draftOf(id, 'base', signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** What one does with a gap. */
export function useGapActions(id: string) {
  const client = useQueryClient();
  const after = {
    onError: (failure: unknown) => void showFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  };
  const judge = useMutation({
    mutationFn: (how: 'dismiss' | 'reopen') => request(`/knowledge-gaps/${id}/${how}`, { method: 'POST' }),
    ...after,
  });
  const answer = useMutation({
    mutationFn: (body: Written) => request(`/knowledge-gaps/${id}/answer`, { method: 'POST', body }),
    ...after,
  });
  return { judge, answer };
}
