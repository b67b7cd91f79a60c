import { type HttpError, useList, useOne } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { knowledgeGaps } from '../../../../../resources/knowledge-gaps.ts';
import type { Gap, GapDetail, GapDraft, GapList, GapState, ListedGap } from '../../../../shared/knowledge-gaps.ts';
import { usePost } from '../../../components/use-post.ts';
import type { InsightView } from '../use-insight-view.ts';

export const PAGE_SIZE = 20;
/** Poll interval while questions are being grouped or asked again. Hidden browser tabs do not poll. */
const POLL_MS = 1_500;

const isRunning = ({ again }: Pick<Gap, 'again'>) => (again?.waiting ?? 0) > 0;

/** Whether questions are still being grouped. Refine's type does not know this field of the response. */
const isGathering = (answer: object | undefined) => (answer as Partial<GapList> | undefined)?.isGathering === true;

interface GapsView extends InsightView {
  state: GapState;
  page: number;
}

export function useGaps({ state, days, contextIds, page }: GapsView) {
  const { query } = useList<ListedGap, HttpError>({
    resource: knowledgeGaps.name,
    pagination: { currentPage: page, pageSize: PAGE_SIZE },
    filters: [
      { field: 'state', operator: 'eq', value: state },
      { field: 'days', operator: 'eq', value: days },
      { field: 'contextId', operator: 'in', value: contextIds },
    ],
    queryOptions: {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (isGathering(data) || data?.data.some(isRunning) ? POLL_MS : false),
    },
  });
  return { ...query, isGathering: isGathering(query.data) };
}

export function useGap(id: string) {
  const { query } = useOne<GapDetail, HttpError>({
    resource: knowledgeGaps.name,
    id,
    queryOptions: {
      refetchInterval: ({ state: { data } }) => (data && isRunning(data.data) ? POLL_MS : false),
    },
  });
  return query;
}

/** Returns the query of the draft that is made from the knowledge base without a model. It is free. */
export const useDraft = (id: string) =>
  usePost<GapDraft>(`${knowledgeGaps.api}/${id}/draft`, { payload: { by: 'base' } });
