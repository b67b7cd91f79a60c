import { useList, type BaseRecord, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { callOf } from './list-call.ts';
import type { ListView } from './view.ts';

export type Row = BaseRecord & { id: string };
/** How often to ask again, in ms, given the rows shown; undefined: never. */
export type PollEvery = (rows: readonly Row[]) => number | undefined;

/** Rows that came this lately are not asked for again when a list is drawn: its address had them asked for (list-ahead.ts). */
const FRESH_MS = 10_000;

/**
 * Fetches the rows of a view and asks again by `poll` (the declaration's `pollMs` unless told) while the tab is seen.
 * Rows of the view before stay until the new ones are here.
 */
export function useRows(resource: Resource, view: ListView, contextId: string | undefined, poll?: PollEvery) {
  const call = useMemo(() => callOf(resource, view, contextId), [resource, view, contextId]);
  const { query } = useList<Row, HttpError>({
    resource: resource.name,
    ...call,
    errorNotification: false,
    queryOptions: {
      enabled: resource.scope !== 'context' || contextId !== undefined,
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (poll ? poll(state.data?.data ?? []) : resource.list.pollMs) ?? false,
      refetchIntervalInBackground: false,
    },
  });
  return {
    rows: query.data?.data,
    total: query.data?.total ?? 0,
    /** A search found more than were counted. */
    isTotalLeast: (query.data as { isTotalLeast?: boolean } | undefined)?.isTotalLeast ?? false,
    error: query.error,
    /** Rows of another view stand in for those asked for. */
    isStandIn: query.isPlaceholderData,
    isAsking: query.isFetching,
    /** When the rows shown were answered, ms since 1970. */
    answeredAt: query.dataUpdatedAt,
    again: query.refetch,
  };
}
export type Rows = ReturnType<typeof useRows>;
