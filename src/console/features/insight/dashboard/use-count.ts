import { type CrudFilter, useList } from '@refinedev/core';

/** The number of rows that a context's list has, read with one row. Undefined while loading and after an error. */
export function useCount(resource: string, contextId: string | undefined, extra: CrudFilter[] = []) {
  const { query } = useList({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }, ...extra],
    errorNotification: false,
    queryOptions: { enabled: contextId !== undefined },
  });
  return query.data?.total;
}
