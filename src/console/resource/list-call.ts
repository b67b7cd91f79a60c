import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core';
import type { Resource } from '../../../resources/kit/resource.ts';
import { dayEnd, dayStart } from './days.ts';
import { fieldOf, type ListView } from './view.ts';

/** What Refine's useList takes. */
export interface ListCall {
  pagination: Pagination;
  sorters: CrudSort[];
  filters: CrudFilter[];
}

/**
 * Turns a view into the call behind it. Refine's filters default to `eq`, so each operator is named by the field's
 * kind: any-of for choices, a span for moments.
 */
export function callOf(resource: Resource, view: ListView, contextId?: string): ListCall {
  const filters: CrudFilter[] = [];
  const add = (field: string, operator: 'eq' | 'in' | 'gte' | 'lte', value: unknown) =>
    filters.push({ field, operator, value });
  if (resource.scope === 'context' && contextId) add('contextId', 'eq', contextId);
  if (view.search) add('search', 'eq', view.search);
  for (const [name, values] of Object.entries(view.chosen)) {
    // Both answers of a toggle are no filter at all.
    if (fieldOf(resource, name).kind !== 'toggle') add(name, 'in', values);
    else if (values.length === 1) add(name, 'eq', values[0]);
  }
  for (const [name, { from, to }] of Object.entries(view.ranges)) {
    if (from) add(name, 'gte', dayStart(from));
    if (to) add(name, 'lte', dayEnd(to));
  }
  for (const [name, value] of Object.entries(view.extras)) add(name, 'eq', value);
  const field = view.sort.replace(/^-/, '');
  return {
    pagination: { currentPage: view.page, pageSize: view.limit, mode: 'server' },
    sorters: [{ field, order: view.sort.startsWith('-') ? 'desc' : 'asc' }],
    filters,
  };
}
