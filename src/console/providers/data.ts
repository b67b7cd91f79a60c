import type {
  BaseKey,
  CrudFilter,
  CrudSort,
  DataProvider,
  GetListParams,
  GetListResponse,
  MetaQuery,
} from '@refinedev/core';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { BULK_IDS_MAX, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { type Call, loadClient, request } from '../http/client.ts';
import { takeEarly } from '../http/early.ts';
import { type Query, queryOf } from '../http/headers.ts';
import { accessTokenKey } from '../session/session-key.ts';

const declared = (resource: string) => resources.find(({ name }) => name === resource);
const pathOf = (resource: string) => declared(resource)?.api ?? `/${resource}`;
const keyOf = (id: BaseKey) => encodeURIComponent(String(id));

/** What each operator adds to the name of its field. */
const SUFFIXES: Partial<Record<CrudFilter['operator'], string>> = { eq: '', in: '', gte: '_gte', lte: '_lte' };

/**
 * Returns the query parameters of filters: the field's name for `eq` and `in`, with `_gte` or `_lte` appended for
 * ranges. Throws for other operators.
 */
export function filterQuery(filters: CrudFilter[] = []): Query {
  const pairs = filters.map((filter) => {
    const suffix = SUFFIXES[filter.operator];
    if (suffix === undefined || !('field' in filter)) throw new Error(`The API has no filter ${filter.operator}`);
    return [`${filter.field}${suffix}`, filter.value];
  });
  return Object.fromEntries(pairs) as Query;
}

const sortQuery = (sorters: CrudSort[] = []): Query => ({
  sort: sorters.map(({ field, order }) => `${order === 'desc' ? '-' : ''}${field}`).join(',') || undefined,
});

/**
 * The `meta` key of additional query parameters. A symbol, since Refine copies the page's URL parameters into `meta`.
 */
export const QUERY: unique symbol = Symbol('query');
/** The `meta` key of the action on several rows that `updateMany` and `createMany` do, if it is no plain edit or creation. */
export const ACTION: unique symbol = Symbol('action');
/** The `meta` key of what the body of `createMany` has besides the rows. */
export const BODY: unique symbol = Symbol('body');
type Meta = MetaQuery & { [QUERY]?: Query; [ACTION]?: string; [BODY]?: object };

function signalOf(meta?: MetaQuery): AbortSignal | undefined {
  const signal: unknown = (meta?.queryContext as { signal?: unknown } | undefined)?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Returns the query of a list: the declaration's initial filters, overridden by the given ones. */
export const listQuery = (resource: Resource | undefined, filters?: CrudFilter[]): Query => ({
  ...resource?.list.initial,
  ...filterQuery(filters),
});

/** Moves parameters that the path names (`:id`) from the query into the path. Refine passes them as filters. */
function inPath(path: string, { ...query }: Query): { path: string; query: Query } {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const id = String(query[name]);
    delete query[name];
    return encodeURIComponent(id);
  });
  return { path: filled, query };
}

function listCall({ resource, pagination, sorters, filters, meta }: GetListParams): { path: string; query: Query } {
  const isWhole = pagination?.mode === 'off' || declared(resource)?.list.isWhole;
  const page = isWhole ? {} : { page: pagination?.currentPage ?? 1, limit: pagination?.pageSize };
  const { path, query } = inPath(pathOf(resource), listQuery(declared(resource), filters));
  const all = { ...page, ...sortQuery(sorters), ...query, ...(meta as Meta | undefined)?.[QUERY] };
  return { path, query: all };
}

function requestList(params: GetListParams): Promise<GetListResponse> {
  const { path, query } = listCall(params);
  return request(path, { query, signal: signalOf(params.meta) });
}

/** Returns the path below /api and the query of a list's call. */
export function listAddress(params: GetListParams): string {
  const { path, query } = listCall(params);
  const search = queryOf(query);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** How long the response to an early request may be used (ms). */
const PREFETCHED_MS = 10_000;
interface Prefetched {
  at: number;
  answer: Promise<GetListResponse>;
  arrived?: GetListResponse;
}
const prefetched = new Map<string, Prefetched>();

function takePrefetched(params: GetListParams): Prefetched | undefined {
  const key = keyOfList(params);
  const found = prefetched.get(key);
  prefetched.delete(key);
  return found && Date.now() - found.at <= PREFETCHED_MS ? found : undefined;
}

function keyOfList({ resource, pagination, sorters = [], filters = [] }: GetListParams): string {
  const { currentPage, pageSize, mode } = pagination ?? {};
  const page = mode === 'off' ? 'all' : [currentPage, pageSize];
  const sorted = Object.entries(filterQuery(filters)).sort(([a], [b]) => (a < b ? -1 : 1));
  // With the session, so that a user never gets the rows of the previous one.
  return JSON.stringify([accessTokenKey(), resource, page, sorters, sorted]);
}

/**
 * Requests a list before its component does; resolves when the response has arrived or the request has failed. The first
 * identical request takes this response. The query cache is not used for this, because the key of Refine's query depends
 * on the resource's `meta`.
 */
export async function prefetchList(params: GetListParams): Promise<void> {
  const early = takeEarly<GetListResponse>(listAddress(params));
  const answer = early.then((rows) => rows ?? requestList(params));
  const own: Prefetched = { at: Date.now(), answer };
  prefetched.set(keyOfList(params), own);
  // The component that takes this response handles the error.
  await answer.then(
    (arrived) => (own.arrived = arrived),
    () => undefined,
  );
}

/** Returns the response to an early request, if it has already arrived, and forgets it. */
export function takeArrivedList(params: GetListParams): GetListResponse<never> | undefined {
  if (!prefetched.get(keyOfList(params))?.arrived) return undefined;
  return takePrefetched(params)?.arrived as GetListResponse<never> | undefined;
}

/** Sends POST `<api>/bulk-<action>`, in parts of as many rows as one call accepts. Each part changes all of its rows or none. */
async function changeMany(resource: string, action: string, ids: readonly BaseKey[], values: object = {}) {
  for (let at = 0; at < ids.length; at += BULK_IDS_MAX)
    await request(`${pathOf(resource)}/bulk-${action}`, {
      method: 'POST',
      body: { ids: ids.slice(at, at + BULK_IDS_MAX), ...values },
    });
  return { data: ids.map((id) => ({ id })) as never[] };
}

/** What simple-rest needs to know of a resource; it adds the slash itself. */
const toRest = (resource: string) => ({ resource: pathOf(resource).slice(1) });

async function getOne(resource: string, id: BaseKey) {
  const { rest } = await loadClient();
  return rest.getOne<never>({ ...toRest(resource), id: keyOf(id) });
}

/**
 * Translates Refine's calls into API calls. Rejects with HttpError. `meta` must not reach simple-rest, which reads the
 * method and the headers from it: opening `…/edit/1?method=delete` would delete the row.
 */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: (params) => {
    const answer = takePrefetched(params)?.answer ?? requestList(params);
    return answer as Promise<GetListResponse<never>>;
  },
  getOne: ({ resource, id }) => getOne(resource, id),
  getMany: async ({ resource, ids, meta }) => {
    const { scope, list } = declared(resource) ?? {};
    // Lists of the platform and whole lists are not read by ids.
    if (scope === 'platform' || list?.isWhole) {
      const rows = ids.map((id) => getOne(resource, id));
      return { data: (await Promise.all(rows)).map(({ data }) => data) as never[] };
    }
    const parts = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE_MAX) }, (_, at) =>
      ids.slice(at * PAGE_SIZE_MAX, (at + 1) * PAGE_SIZE_MAX),
    );
    const pages = parts.map((id) =>
      request<GetListResponse>(pathOf(resource), {
        query: { id, limit: PAGE_SIZE_MAX } as Query,
        signal: signalOf(meta),
      }),
    );
    return { data: (await Promise.all(pages)).flatMap(({ data }) => data) as never[] };
  },
  create: async ({ resource, variables }) => {
    const { rest } = await loadClient();
    return rest.create({ ...toRest(resource), variables });
  },
  update: async ({ resource, id, variables }) => {
    const { rest } = await loadClient();
    return rest.update({ ...toRest(resource), id: keyOf(id), variables, meta: { method: 'put' } });
  },
  deleteOne: async ({ resource, id, meta }) => {
    const query = (meta as Meta | undefined)?.[QUERY];
    return { data: await request(`${pathOf(resource)}/${keyOf(id)}`, { method: 'DELETE', query }) };
  },
  createMany: async ({ resource, variables, meta }) => {
    const { [ACTION]: action = 'create', [BODY]: more } = (meta ?? {}) as Meta;
    const made: GetListResponse['data'] = [];
    for (let at = 0; at < variables.length; at += BULK_IDS_MAX) {
      const rows = variables.slice(at, at + BULK_IDS_MAX);
      const { data } = await request<GetListResponse>(`${pathOf(resource)}/bulk-${action}`, {
        ...{ method: 'POST', body: { rows, ...more } },
      });
      made.push(...data);
    }
    return { data: made as never[] };
  },
  updateMany: ({ resource, ids, variables, meta }) =>
    changeMany(resource, (meta as Meta | undefined)?.[ACTION] ?? 'edit', ids, variables as object),
  deleteMany: ({ resource, ids }) => changeMany(resource, 'delete', ids),
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
