import { type CrudFilter, type CrudSort, getDefaultFilter, type LogicalFilter } from '@refinedev/core';
import { type Field, kindOf } from '../../../resources/kit/field.ts';
import type { Kind } from '../../../resources/kit/kind.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE } from '../../shared/constants.ts';
import { dayEnd, dayOf, dayStart } from './days.ts';

/** The state of a list, in the format of Refine's useTable. */
export interface ListView {
  /** From 1. */
  currentPage: number;
  pageSize: number;
  sorters: CrudSort[];
  /** Operators: `in` for choices and references, `gte` and `lte` for days, moments and numbers, `eq` for `search`, toggles and the list's parameters. */
  filters: CrudFilter[];
}

export const PAGE_SIZES = [PAGE_SIZE, 50, 100] as const;
const isId = (raw: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(raw);
const NUMBER = /^\d{1,10}(\.\d{1,9})?$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Returns the declaration of a field. Throws when the resource has no such field. */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** Returns whether a list can be sorted by a field. If the server decides the order, it cannot. */
export const isSortable = (resource: Resource, name: string) =>
  resource.list.sort !== '' && name in resource.fields && kindOf(fieldOf(resource, name)).order !== undefined;

/** Returns the fields that users can sort by: the sortable columns and, also without a column, the initial order's. */
export const sortableFields = (resource: Resource) =>
  [...new Set([...resource.list.columns, resource.list.sort.replace(/^-/, '')])].filter((name) =>
    isSortable(resource, name),
  );

/** Returns the fields with a drawn filter: those that are not parameters of the page. */
export const drawnFilters = ({ list: { filters = [], params = [] } }: Resource) =>
  filters.filter((name) => !params.includes(name));
const filtersBy = (resource: Resource, filter: Kind['filter']) =>
  drawnFilters(resource).filter((name) => kindOf(fieldOf(resource, name)).filter === filter);
/** Returns whether a field names rows of another resource. */
export const isReference = ({ to }: Field) => to !== undefined;
const valueFilters = (resource: Resource) => filtersBy(resource, 'values');
export const dayFilters = (resource: Resource) => filtersBy(resource, 'days');
const momentFilters = (resource: Resource) => filtersBy(resource, 'moments');
export const numberFilters = (resource: Resource) => filtersBy(resource, 'numbers');

/** Returns the possible values of a choice or toggle filter, as written in the address. */
export function filterValues(resource: Resource, name: string): readonly string[] {
  const field = fieldOf(resource, name);
  return field.kind === 'toggle' ? ['true', 'false'] : (field.options ?? []);
}

/** Converts a sort order such as `-updatedAt` (descending) to Refine's format. */
export const sortersOf = (sort: string): CrudSort[] =>
  sort === '' ? [] : [{ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' }];
/** Returns a sort order as the API takes it; undefined for none. */
export const sortParam = ([sorter]: CrudSort[]) => sorter && `${sorter.order === 'desc' ? '-' : ''}${sorter.field}`;

/** Returns the value of a filter with a single value: the search, a toggle, a parameter, or one end of a range. */
export const textFilter = (filters: CrudFilter[], field: string, operator: 'eq' | 'gte' | 'lte' = 'eq') =>
  getDefaultFilter(field, filters, operator) as string | undefined;

export const choiceFilter = (filters: CrudFilter[], field: string): string[] =>
  (getDefaultFilter(field, filters, 'in') as string[] | undefined) ?? [];

/** Returns a copy of the filters with those of one field replaced. Empty values remove a filter. */
export function withFilter(
  filters: CrudFilter[],
  field: string,
  values: Partial<Record<'eq' | 'in' | 'gte' | 'lte', string | readonly string[]>>,
): CrudFilter[] {
  const others = filters.filter((filter) => !('field' in filter) || filter.field !== field);
  const own = (Object.entries(values) as [LogicalFilter['operator'], string | readonly string[] | undefined][])
    .filter(([, value]) => value !== undefined && value.length > 0)
    .map(([operator, value]) => ({ field, operator, value }));
  return [...others, ...own];
}

const whole = (raw: string | null, fallback: number) =>
  raw !== null && /^[1-9]\d{0,6}$/.test(raw) ? Number(raw) : fallback;

function readSort(resource: Resource, raw: string | null): string {
  const name = raw?.replace(/^-/, '') ?? '';
  return sortableFields(resource).includes(name) ? (raw ?? '') : resource.list.sort;
}

function readFilter(resource: Resource, name: string, query: URLSearchParams): CrudFilter[] {
  if (numberFilters(resource).includes(name)) {
    const number = (end: string) => query.getAll(`${name}_${end}`).find((raw) => NUMBER.test(raw));
    return withFilter([], name, { gte: number('gte'), lte: number('lte') });
  }
  const isDay = dayFilters(resource).includes(name);
  if (isDay || momentFilters(resource).includes(name)) {
    const day = (end: string) => query.getAll(`${name}_${end}`).find((raw) => DAY.test(raw));
    const [from, to] = [day('gte'), day('lte')];
    if (isDay) return withFilter([], name, { gte: from, lte: to });
    return withFilter([], name, { gte: from && dayStart(from), lte: to && dayEnd(to) });
  }
  if (isReference(fieldOf(resource, name))) return withFilter([], name, { in: query.getAll(name).filter(isId) });
  const values = filterValues(resource, name).filter((value) => query.getAll(name).includes(value));
  if (fieldOf(resource, name).kind !== 'toggle') return withFilter([], name, { in: values });
  // Both values of a toggle together mean no filter.
  return withFilter([], name, { eq: values.length === 1 ? values[0] : undefined });
}

/**
 * Parses the view in an address. Unknown columns, options and invalid days are ignored, so that old links still open.
 */
export function readView(resource: Resource, query: URLSearchParams): ListView {
  const pageSize = whole(query.get('limit'), PAGE_SIZE);
  const text = (name: string) => {
    const [first, ...others] = query.getAll(name).map((value) => value.trim());
    return withFilter([], name, others.length > 0 ? { in: [first ?? '', ...others] } : { eq: first });
  };
  return {
    currentPage: whole(query.get('page'), 1),
    pageSize: (PAGE_SIZES as readonly number[]).includes(pageSize) ? pageSize : PAGE_SIZE,
    sorters: sortersOf(readSort(resource, query.get('sort'))),
    filters: [
      ...(resource.list.search ? text('search') : []),
      ...drawnFilters(resource).flatMap((name) => readFilter(resource, name, query)),
      ...(resource.list.params ?? []).flatMap(text),
    ],
  };
}

/** Returns the query of an address for a view, without default values. */
export function writeView(resource: Resource, { filters, ...view }: ListView): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && query.set(name, value);
  set('search', textFilter(filters, 'search'));
  for (const name of valueFilters(resource)) {
    for (const value of choiceFilter(filters, name)) query.append(name, value);
    set(name, textFilter(filters, name));
  }
  for (const name of [...numberFilters(resource), ...dayFilters(resource)]) {
    for (const end of ['gte', 'lte'] as const) set(`${name}_${end}`, textFilter(filters, name, end));
  }
  for (const name of momentFilters(resource)) {
    for (const end of ['gte', 'lte'] as const) {
      const moment = textFilter(filters, name, end);
      set(`${name}_${end}`, moment && dayOf(moment));
    }
  }
  for (const name of resource.list.params ?? []) {
    set(name, textFilter(filters, name));
    for (const value of choiceFilter(filters, name)) query.append(name, value);
  }
  const sort = sortParam(view.sorters);
  if (sort && sort !== resource.list.sort) set('sort', sort);
  if (view.pageSize !== PAGE_SIZE) set('limit', String(view.pageSize));
  if (view.currentPage !== 1) set('page', String(view.currentPage));
  return query;
}

/** Returns whether a filter hides no rows: the context, and parameters that are not fields, which add rows. */
const isParam = ({ fields, list }: Resource, filter: CrudFilter) =>
  !('field' in filter) ||
  ((list.params ?? []).includes(filter.field) && !(filter.field in fields)) ||
  filter.field === 'contextId';

/** Returns whether the search or a filter hides rows. */
export const isNarrowed = (resource: Resource, { filters }: Pick<ListView, 'filters'>) =>
  filters.some((filter) => !isParam(resource, filter));

/** Returns the filters without those that hide rows. */
export const withoutFilters = (resource: Resource, { filters }: Pick<ListView, 'filters'>): CrudFilter[] =>
  filters.filter((filter) => isParam(resource, filter));
