import { type CrudFilter, useList } from '@refinedev/core';

/** Returns the number of rows in a context's list. Undefined while loading and after an error. Requests only one row. */
export function useCount(resource: string, contextId: string | undefined, extra: CrudFilter[] = []) {
  const { query } = useList({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }, ...extra],
    queryOptions: { enabled: contextId !== undefined },
  });
  return query.data?.total;
}
