import { type CrudFilter, useList } from '@refinedev/core';

/**
 * How many rows of a context a list has: the `total` of a call for one row. Undefined until it is known, and for good
 * when it cannot be.
 */
export function useCount(resource: string, contextId: string | undefined, extra: CrudFilter[] = [], pollMs?: number) {
  const { query } = useList({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }, ...extra],
    errorNotification: false,
    queryOptions: { enabled: contextId !== undefined, refetchInterval: pollMs ?? false },
  });
  return { total: query.data?.total, error: query.error, again: query.refetch };
}
