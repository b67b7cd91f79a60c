import type { BaseKey, CrudFilter, CrudSort, DataProvider, MetaQuery } from '@refinedev/core';
import { resources } from '../../../resources/index.ts';
import { request, type Call } from '../http/client.ts';
import type { Query } from '../http/headers.ts';

const pathOf = (resource: string) => resources.find(({ name }) => name === resource)?.api ?? `/${resource}`;
const rowOf = (resource: string, id: BaseKey) => `${pathOf(resource)}/${encodeURIComponent(String(id))}`;

const SUFFIXES: Record<string, string> = { eq: '', in: '', gte: '_gte', lte: '_lte' };

/** The query of filters: `eq` and `in` by the field's own name, spans by `_gte` and `_lte`. */
export function filterQuery(filters: readonly CrudFilter[] = []): Query {
  const query: Query = {};
  for (const filter of filters) {
    const suffix = SUFFIXES[filter.operator];
    if (!('field' in filter) || suffix === undefined) throw new Error(`The API has no filter ${filter.operator}`);
    query[`${filter.field}${suffix}`] = filter.value as Query[string];
  }
  return query;
}

const sortQuery = (sorters: readonly CrudSort[] = []): Query => ({
  sort: sorters[0] && `${sorters[0].order === 'desc' ? '-' : ''}${sorters[0].field}`,
});

/** Carries more of a query in a call's `meta`. A symbol, since Refine fills `meta` with whatever the address says. */
export const QUERY: unique symbol = Symbol('query');

/** The query and the signal that a call's `meta` carries; everything else in it is ignored. */
function extras(meta: MetaQuery & { [QUERY]?: Query } = {}): { query?: Query; signal?: AbortSignal } {
  const signal: unknown = (meta.queryContext as { signal?: unknown } | undefined)?.signal;
  return { query: meta[QUERY], signal: signal instanceof AbortSignal ? signal : undefined };
}

async function call<T>(path: string, how: Call = {}): Promise<{ data: T }> {
  return { data: await request<T>(path, how) };
}

/** Refine's calls as the API understands them. Its methods throw HttpError. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: async ({ resource, pagination, sorters, filters, meta }) => {
    const { query, signal } = extras(meta);
    const page = { page: pagination?.currentPage ?? 1, limit: pagination?.pageSize };
    return request(pathOf(resource), {
      query: { ...page, ...sortQuery(sorters), ...filterQuery(filters), ...query },
      signal,
    });
  },
  getOne: ({ resource, id, meta }) => call(rowOf(resource, id), extras(meta)),
  create: ({ resource, variables, meta }) =>
    call(pathOf(resource), { ...extras(meta), method: 'POST', body: variables }),
  update: ({ resource, id, variables, meta }) =>
    call(rowOf(resource, id), { ...extras(meta), method: 'PUT', body: variables }),
  deleteOne: ({ resource, id, meta }) => call(rowOf(resource, id), { ...extras(meta), method: 'DELETE' }),
  custom: ({ url, method, payload, query, headers, meta }) =>
    call(url, {
      method: method.toUpperCase() as Call['method'],
      body: payload,
      query: query as Query | undefined,
      headers: headers as Record<string, string> | undefined,
      signal: extras(meta).signal,
    }),
};
