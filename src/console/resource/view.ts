import type { Field } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE } from '../../shared/constants.ts';

/** What a list shows, as its address says it: the query of the page reads like the query of the call behind it. */
export interface ListView {
  /** From 1. */
  page: number;
  limit: number;
  /** A field's name; a leading `-` means the greatest first. */
  sort: string;
  search: string;
  /** choice and toggle filters: the values, any of which a row may have. */
  chosen: Record<string, string[]>;
  /** moment filters: days (YYYY-MM-DD) in São Paulo; both ends are included. */
  ranges: Record<string, Range>;
  /** Switches that a screen adds; they travel to the call as they are. */
  extras: Record<string, string>;
}
export interface Range {
  from?: string;
  to?: string;
}

export const PAGE_SIZES = [PAGE_SIZE, 50, 100] as const;
const SORTABLE = new Set(['text', 'email', 'url', 'choice', 'toggle', 'moment', 'count', 'money']);
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The declaration of one field; a name that the resource lacks is a fault of the caller. */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name] as Field | undefined;
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

export const isSortable = (resource: Resource, name: string) => SORTABLE.has(fieldOf(resource, name).kind);

const filtersOf = (resource: Resource, kinds: readonly string[]) =>
  (resource.list.filters ?? []).filter((name) => kinds.includes(fieldOf(resource, name).kind));
export const chosenFilters = (resource: Resource) => filtersOf(resource, ['choice', 'toggle']);
export const rangeFilters = (resource: Resource) => filtersOf(resource, ['moment']);

/** The values that a choice or toggle filter offers, as they stand in the address. */
export function filterValues(resource: Resource, name: string): readonly string[] {
  const field = fieldOf(resource, name);
  return field.kind === 'toggle' ? ['true', 'false'] : (field.options ?? []);
}

const whole = (written: string | null, fallback: number) =>
  written !== null && /^[1-9]\d{0,6}$/.test(written) ? Number(written) : fallback;

function readSort(resource: Resource, written: string | null): string {
  const name = written?.replace(/^-/, '') ?? '';
  return (resource.list.columns as readonly string[]).includes(name) && isSortable(resource, name)
    ? (written as string)
    : resource.list.sort;
}

/**
 * Reads a view from the query of an address. What the declaration does not know (a column that is gone, a value that
 * is no option, a day that is no day) is dropped, so that an old link still opens.
 */
export function readView(resource: Resource, query: URLSearchParams, extras: readonly string[] = []): ListView {
  const limit = whole(query.get('limit'), PAGE_SIZE);
  const day = (name: string) => {
    const written = query.get(name);
    return written && DAY.test(written) ? written : undefined;
  };
  const chosen = chosenFilters(resource).map((name) => {
    const values = query.getAll(name);
    return [name, filterValues(resource, name).filter((value) => values.includes(value))] as const;
  });
  const ranges = rangeFilters(resource).map((name) => {
    const [from, to] = [day(`${name}_gte`), day(`${name}_lte`)];
    return [name, { ...(from && { from }), ...(to && { to }) }] as const;
  });
  return {
    page: whole(query.get('page'), 1),
    limit: (PAGE_SIZES as readonly number[]).includes(limit) ? limit : PAGE_SIZE,
    sort: readSort(resource, query.get('sort')),
    search: query.get('search')?.trim() ?? '',
    chosen: Object.fromEntries(chosen.filter(([, values]) => values.length > 0)),
    ranges: Object.fromEntries(ranges.filter(([, range]) => range.from ?? range.to)),
    extras: Object.fromEntries(extras.flatMap((name) => (query.get(name) ? [[name, query.get(name) as string]] : []))),
  };
}

/**
 * Writes a view as the query of an address, leaving out what is as it would be anyway; parameters that are not the
 * view's (`keep`) stay where they were.
 */
export function writeView(resource: Resource, view: ListView, keep: Record<string, string> = {}): URLSearchParams {
  const query = new URLSearchParams(keep);
  if (view.search) query.set('search', view.search);
  for (const name of chosenFilters(resource)) {
    for (const value of view.chosen[name] ?? []) query.append(name, value);
  }
  for (const name of rangeFilters(resource)) {
    const range = view.ranges[name];
    if (range?.from) query.set(`${name}_gte`, range.from);
    if (range?.to) query.set(`${name}_lte`, range.to);
  }
  for (const [name, value] of Object.entries(view.extras)) if (value) query.set(name, value);
  if (view.sort !== resource.list.sort) query.set('sort', view.sort);
  if (view.limit !== PAGE_SIZE) query.set('limit', String(view.limit));
  if (view.page !== 1) query.set('page', String(view.page));
  return query;
}

/** Whether anything hides rows: the search or a filter (a screen's own switches widen rather than hide). */
export const isNarrowed = (view: ListView) =>
  view.search !== '' || Object.keys(view.chosen).length > 0 || Object.keys(view.ranges).length > 0;

/** The same view without search and filters, from its first page. */
export const withoutFilters = (view: ListView): ListView => ({ ...view, page: 1, search: '', chosen: {}, ranges: {} });
