import { type CrudFilter, useList } from '@refinedev/core';

interface Options {
  filters?: CrudFilter[];
  enabled?: boolean;
  staleTime?: number;
  pollMs?: number;
}

/** Returns the number of rows in a context's list: undefined while loading, null after an error. Requests only one row. */
export function useCount(
  resource: string,
  contextId: string | undefined,
  options: Options = {},
): number | null | undefined {
  const { filters = [], enabled = true, staleTime, pollMs } = options;
  const { query } = useList({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }, ...filters],
    queryOptions: { enabled: enabled && contextId !== undefined, staleTime, refetchInterval: pollMs },
  });
  return query.data?.total ?? (query.isError ? null : undefined);
}
