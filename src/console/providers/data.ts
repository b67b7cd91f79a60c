import type { BaseKey, CrudFilter, CrudSort, DataProvider, MetaQuery } from '@refinedev/core';
import simpleRest, { generateFilter, generateSort } from '@refinedev/simple-rest';
import { resources } from '../../../resources/index.ts';
import { http } from '../http/axios.ts';
import { request, type Call } from '../http/client.ts';
import type { Query } from '../http/headers.ts';

const rest = simpleRest('', http);

/** The path of a resource's calls as simple-rest takes it: it puts the slash before it itself. */
const pathOf = (resource: string) => (resources.find(({ name }) => name === resource)?.api ?? `/${resource}`).slice(1);
const keyOf = (id: BaseKey) => encodeURIComponent(String(id));

const OPERATORS = new Set<string>(['eq', 'in', 'gte', 'lte']);

/** The query of filters: `eq` and `in` by the field's own name, spans by `_gte` and `_lte`. */
export function filterQuery(filters: CrudFilter[] = []): Query {
  // simple-rest turns an operator that it does not know into `eq`.
  const unknown = filters.find(({ operator }) => !OPERATORS.has(operator));
  if (unknown) throw new Error(`The API has no filter ${unknown.operator}`);
  return generateFilter(filters);
}

function sortQuery(sorters?: CrudSort[]): Query {
  const { _sort = [], _order = [] } = generateSort(sorters) ?? {};
  return { sort: _sort.map((field, at) => `${_order[at] === 'desc' ? '-' : ''}${field}`).join(',') || undefined };
}

/** Carries more of a query in a call's `meta`. A symbol, since Refine fills `meta` with whatever the address says. */
export const QUERY: unique symbol = Symbol('query');
type Meta = MetaQuery & { [QUERY]?: Query };

function signalOf(meta?: MetaQuery): AbortSignal | undefined {
  const signal: unknown = (meta?.queryContext as { signal?: unknown } | undefined)?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}

/**
 * Refine's calls as the API understands them, rejecting with HttpError. `meta` never reaches simple-rest, which takes
 * method and headers from it: opening `…/edit/1?method=delete` would delete.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: ({ resource, pagination, sorters, filters, meta }) =>
    request(`/${pathOf(resource)}`, {
      query: {
        page: pagination?.currentPage ?? 1,
        limit: pagination?.pageSize,
        ...sortQuery(sorters),
        ...filterQuery(filters),
        ...(meta as Meta | undefined)?.[QUERY],
      },
      signal: signalOf(meta),
    }),
  getOne: ({ resource, id }) => rest.getOne({ resource: pathOf(resource), id: keyOf(id) }),
  create: ({ resource, variables }) => rest.create({ resource: pathOf(resource), variables }),
  update: ({ resource, id, variables }) =>
    rest.update({ resource: pathOf(resource), id: keyOf(id), variables, meta: { method: 'put' } }),
  deleteOne: async ({ resource, id, meta }) => {
    const query = (meta as Meta | undefined)?.[QUERY];
    return { data: await request(`/${pathOf(resource)}/${keyOf(id)}`, { method: 'DELETE', query }) };
  },
  custom: async ({ url, method, payload, query, headers, meta }) => ({
    data: await request(url, {
      method: method.toUpperCase() as Call['method'],
      body: payload,
      query: query as Query | undefined,
      headers: headers as Record<string, string> | undefined,
      signal: signalOf(meta),
    }),
  }),
};
