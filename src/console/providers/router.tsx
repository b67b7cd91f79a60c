import type { GoConfig, ParseResponse, RouterProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { chosenContextId } from '../session/current-context.tsx';
import { type ScreenTable, useScreenTable } from './screens.ts';
import { ownAddress } from './sign-in-path.ts';
import { type ListView, readView, textFilter, writeView } from './view.ts';

type Parse = () => ParseResponse;
const Address = createContext<Parse>(() => ({}));

/** Location state of addresses that a table has written. The table already shows that view. */
export const OF_TABLE = 'of-table';

const declared = (name: string | undefined) => resources.find((one) => one.name === name);

/**
 * Returns the parts of an address that Refine may read. All other parameters are dropped, since Refine passes them to
 * the data provider in `meta`, where a link could change what a form sends. The view of a declared list comes from its
 * readable query.
 */
function parsed({ params = {}, ...rest }: ParseResponse, search: string, table: ScreenTable): ParseResponse {
  const resource = declared(rest.resource?.name);
  const { filters, sorters, currentPage, pageSize, to } = params;
  const view = resource ? readView(resource, new URLSearchParams(search)) : { filters, sorters, currentPage, pageSize };
  return { ...rest, params: { ...view, to: to && ownAddress(to, table) } };
}

/** Returns whether a query is the complete view that useTable writes. */
const isView = (query: unknown): query is ListView =>
  typeof query === 'object' && query !== null && 'filters' in query && 'sorters' in query;

/**
 * Returns the query string of a list's view; empty for the default view. Any other view also includes its context, so
 * that its link shows the same rows.
 */
function addressOfView(resource: Resource, view: ListView, contextId: string | null | undefined): string {
  const query = writeView(resource, view);
  if (query.size > 0 && resource.scope === 'context' && contextId) query.set('contextId', contextId);
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Returns Refine's `go`, which writes the view of a declared list as a readable query. Although useTable asks to
 * replace the address, each change of the view is a history entry here. Further typing in a search updates the same
 * entry.
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
      // The view of a list without a declaration is not in the address.
      if (!resource) return config.type === 'path' ? pathname : undefined;
      const now = new URLSearchParams(search);
      const contextId = now.get('contextId') ?? chosenContextId();
      const query = addressOfView(resource, config.query, contextId);
      if (config.type === 'path') return `${pathname}${query}`;
      if (query === addressOfView(resource, readView(resource, now), contextId)) return;
      const [before, after] = [now.get('search'), textFilter(config.query.filters, 'search')];
      const replace = Boolean(before && after && before !== after);
      void navigate({ search: query }, { replace, state: OF_TABLE, preventScrollReset: true });
    },
    [go, parse, navigate, pathname, search],
  );
}

const useAddress = () => useContext(Address);

/**
 * Refine's router, but the address is parsed only once: each of Refine's hooks would parse it three times, and a screen
 * has dozens of them.
 */
export const router: RouterProvider = { ...routerProvider, go: useGo, parse: useAddress };

/** Parses the address once for all of Refine's hooks below. */
export function AddressReader({ children }: { children: ReactNode }) {
  const parse = routerProvider.parse!() as Parse;
  const { search } = useLocation();
  const table = useScreenTable();
  const read = useMemo(() => parsed(parse(), search, table), [parse, search, table]);
  return <Address value={useCallback(() => read, [read])}>{children}</Address>;
}
