import type { GetListParams } from '@refinedev/core';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { ListView } from '../providers/view.ts';

/** Returns the same request parameters that useTable sends for a view. */
export const callOf = (resource: Resource, view: ListView, contextId: string | undefined): GetListParams => ({
  resource: resource.name,
  pagination: { currentPage: view.currentPage, pageSize: view.pageSize },
  sorters: view.sorters,
  filters:
    contextId === undefined
      ? view.filters
      : [...view.filters, { field: 'contextId', operator: 'eq', value: contextId }],
});

/** Returns the same request parameters that useList sends for all rows of a list. */
export const callOfAll = ({ name }: Resource): GetListParams => ({ resource: name, pagination: { mode: 'off' } });
