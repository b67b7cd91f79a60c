import type { GoConfig, ParseResponse, RouterProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { type ListView, readView, textFilter, writeView } from '../resource/view.ts';
import { chosenContextId } from '../session/current-context.tsx';
import { ownAddress } from '../session/sign-in-path.ts';

type Parse = () => ParseResponse;
const Address = createContext<Parse>(() => ({}));

/** Location state of addresses written by a table, which shows that view already. */
export const OF_TABLE = 'of-table';

const declared = (name: string | undefined) => resources.find((one) => one.name === name);

/**
 * What Refine reads of an address. Every other parameter stays out: Refine passes it on in `meta` to the data provider,
 * so that a link could change what a form sends. The view of a declared list is read from its readable query.
 */
function parsed({ params = {}, ...rest }: ParseResponse, search: string): ParseResponse {
  const resource = declared(rest.resource?.name);
  const { filters, sorters, currentPage, pageSize, to } = params;
  const view = resource ? readView(resource, new URLSearchParams(search)) : { filters, sorters, currentPage, pageSize };
  return { ...rest, params: { ...view, to: to && ownAddress(to) } };
}

/** Returns whether a query is the complete view that useTable writes. */
const isView = (query: unknown): query is ListView =>
  typeof query === 'object' && query !== null && 'filters' in query && 'sorters' in query;

/** The query of a list's view; a view that says anything names its context too, so that its link shows the same rows. */
export function addressOfView(resource: Resource, view: ListView, contextId: string | null | undefined): string {
  const query = writeView(resource, view);
  if (query.size > 0 && resource.scope === 'context' && contextId) query.set('contextId', contextId);
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Refine's `go`, with the view of a declared list written as a readable query. useTable asks to replace the address; a
 * changed view is a step of history here, but going on typing a search belongs to the step that began it.
 */
function useGo(): (config: GoConfig) => void | string {
  const go = routerProvider.go!() as (config: GoConfig) => void | string;
  const parse = useContext(Address);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (config: GoConfig) => {
      const resource = declared(parse().resource?.name);
      if (!isView(config.query)) return go(config);
      // A list that is not declared keeps its view to itself.
      if (!resource) return config.type === 'path' ? pathname : undefined;
      const now = new URLSearchParams(search);
      const contextId = now.get('contextId') ?? chosenContextId();
      const written = addressOfView(resource, config.query, contextId);
      if (config.type === 'path') return `${pathname}${written}`;
      if (written === addressOfView(resource, readView(resource, now), contextId)) return;
      const [before, after] = [now.get('search'), textFilter(config.query.filters, 'search')];
      const replace = Boolean(before && after && before !== after);
      void navigate({ search: written }, { replace, state: OF_TABLE, preventScrollReset: true });
    },
    [go, parse, navigate, pathname, search],
  );
}

const useAddress = () => useContext(Address);

/**
 * Refine's router, with the address read once for all: each of Refine's hooks reads it anew, three times over, and a
 * screen has dozens of them.
 */
export const router: RouterProvider = { ...routerProvider, go: useGo, parse: useAddress };

/** Parses the address once for all of Refine's hooks below. */
export function AddressReader({ children }: { children: ReactNode }) {
  const parse = routerProvider.parse!() as Parse;
  const { search } = useLocation();
  const read = useMemo(() => parsed(parse(), search), [parse, search]);
  return <Address value={useCallback(() => read, [read])}>{children}</Address>;
}
