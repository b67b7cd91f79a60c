import type {
  BaseKey,
  CrudFilter,
  CrudSort,
  DataProvider,
  GetListParams,
  GetListResponse,
  MetaQuery,
} from '@refinedev/core';
import simpleRest, { generateFilter, generateSort } from '@refinedev/simple-rest';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { http } from '../http/axios.ts';
import { type Call, request } from '../http/client.ts';
import type { Query } from '../http/headers.ts';

const rest = simpleRest('', http);

const declared = (resource: string) => resources.find(({ name }) => name === resource);
/** The path of a resource's calls as simple-rest takes it: it puts the slash before it itself. */
const pathOf = (resource: string) => (declared(resource)?.api ?? `/${resource}`).slice(1);
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

/** What a list is asked for by its filters: those that say nothing ask for what the declaration says. */
export const listQuery = (resource: Resource | undefined, filters?: CrudFilter[]): Query => ({
  ...resource?.list.initial,
  ...filterQuery(filters),
});

/** A list of what belongs to another row: that row's id, a filter to Refine, stands in the path. */
function inPath(path: string, { ...query }: Query): { path: string; query: Query } {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const id = String(query[name]);
    delete query[name];
    return encodeURIComponent(id);
  });
  return { path: filled, query };
}

function askForList({ resource, pagination, sorters, filters, meta }: GetListParams): Promise<GetListResponse> {
  const isWhole = pagination?.mode === 'off';
  const page = isWhole ? {} : { page: pagination?.currentPage ?? 1, limit: pagination?.pageSize };
  const { path, query } = inPath(pathOf(resource), listQuery(declared(resource), filters));
  const all = { ...page, ...sortQuery(sorters), ...query, ...(meta as Meta | undefined)?.[QUERY] };
  return request(`/${path}`, { query: all, signal: signalOf(meta) });
}

/** For so long an answer asked for ahead is worth taking, ms. */
const AHEAD_MS = 10_000;
let begun: { key: string; at: number; answer: Promise<GetListResponse> } | undefined;

function takeBegun(key: string): Promise<GetListResponse> | undefined {
  if (begun?.key !== key || Date.now() - begun.at > AHEAD_MS) return undefined;
  const { answer } = begun;
  begun = undefined;
  return answer;
}

function keyOfList({ resource, pagination, sorters, filters = [] }: GetListParams): string {
  const { currentPage, pageSize } = pagination ?? {};
  const sorted = Object.entries(filterQuery(filters)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([resource, currentPage, pageSize, sorters, sorted]);
}

/**
 * Asks for a list before its table does, which takes the answer over by making the same call next. (Put into the query
 * cache, it would need useTable's key, which holds whatever the resource's meta says.)
 */
export function beginList(params: GetListParams): void {
  const answer = askForList(params);
  // Told by the table, if it comes to that.
  answer.catch(() => undefined);
  begun = { key: keyOfList(params), at: Date.now(), answer };
}

/**
 * Refine's calls as the API understands them, rejecting with HttpError. `meta` never reaches simple-rest, which takes
 * method and headers from it: opening `…/edit/1?method=delete` would delete.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: (params) => {
    const answer = takeBegun(keyOfList(params)) ?? askForList(params);
    return answer as Promise<GetListResponse<never>>;
  },
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
