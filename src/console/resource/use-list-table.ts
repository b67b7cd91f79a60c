import { type HttpError, useGo, useParsed, useTable } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE } from '../../shared/constants.ts';
import { takeArrivedList } from '../providers/data.ts';
import { liveModeOf } from '../providers/live.ts';
import { OF_TABLE } from '../providers/router.tsx';
import { type ListView, sortersOf, writeView } from '../providers/view.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { callOf } from './list-call.ts';

export type Row = RecordOf<Resource>;
/** Returns the polling interval in ms, from the rows shown and the complete response; undefined for none. */
export type PollEvery<R> = (rows: readonly R[], answer: unknown) => number | undefined;

/** A list's view and the functions that change it. Each change is a step of history. */
export interface ListControl {
  view: ListView;
  /** The context whose rows are shown; undefined outside contexts, or while none is known. */
  contextId: string | undefined;
  /** The complete response, which may hold more than rows. */
  answer?: unknown;
  /** Changes the view. Goes to its first page unless `patch` has a page. */
  change: (patch: Partial<ListView>) => void;
  /** Returns the address of the view that `change` would show, for links. */
  hrefOf: (patch: Partial<ListView>) => string;
}

/** How long rows are considered fresh (ms), since the route may have just requested them (prefetch-rows.ts). */
const STALE_MS = 10_000;

type Table<R extends object> = ReturnType<typeof useTable<R, HttpError>>;

/**
 * Returns Refine's useTable for a declared resource, with its view in the address. useTable reads the address only on
 * mount; here Back, Forward and other links change the table too. The previous rows stay until the new ones are loaded.
 * Polls while the tab is visible, at the interval from `poll`, or the declared `pollMs` by default. This is core's hook,
 * since the one for antd renders its list a second time after the first to learn the width of the screen.
 */
export function useListTable<R extends RecordOf<Resource>>(
  resource: Resource,
  contextId: string | undefined,
  poll?: PollEvery<R>,
): { table: Table<R>; control: ListControl } {
  const { params } = useParsed<Partial<ListView>>();
  const table = useTable<R, HttpError>({
    resource: resource.name,
    syncWithLocation: true,
    liveMode: liveModeOf(resource),
    pagination: { pageSize: PAGE_SIZE },
    sorters: { initial: sortersOf(resource.list.sort) },
    filters: {
      permanent: contextId === undefined ? [] : [{ field: 'contextId', operator: 'eq', value: contextId }],
      defaultBehavior: 'replace',
    },
    queryOptions: {
      enabled: resource.scope !== 'context' || contextId !== undefined,
      staleTime: STALE_MS,
      // Called when a query starts. Only the first view, that of the address, may have been requested by the route.
      initialData: () => takeArrivedList(callOf(resource, viewOf(resource, params), contextId)),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (poll ? poll(state.data?.data ?? [], state.data) : resource.list.pollMs) ?? false,
    },
  });
  const control = { ...useControl(table, contextId), answer: table.tableQuery.data };
  useFollow(resource, viewOf(resource, params), control);
  return { table, control };
}

/** Returns the view that an address names, as parsed by the router provider. */
function viewOf(resource: Resource, params: Partial<ListView> = {}): ListView {
  const { filters = [], sorters = sortersOf(resource.list.sort), currentPage = 1, pageSize = PAGE_SIZE } = params;
  return { filters, sorters, currentPage, pageSize };
}

function useControl<R extends object>(table: Table<R>, contextId: string | undefined): ListControl {
  const go = useGo();
  const { filters, sorters, currentPage, pageSize } = table;
  const { setFilters, setSorters, setCurrentPage, setPageSize } = table;
  const view = { filters, sorters, currentPage, pageSize };
  const change = useCallback(
    (patch: Partial<ListView>) => {
      if (patch.filters) setFilters(patch.filters, 'replace');
      if (patch.sorters) setSorters(patch.sorters);
      if (patch.pageSize) setPageSize(patch.pageSize);
      setCurrentPage(patch.currentPage ?? 1);
    },
    [setFilters, setSorters, setCurrentPage, setPageSize],
  );
  // Not Refine's createLinkForSyncWithLocation, which overwrites the given page with the one in the address.
  const hrefOf = (patch: Partial<ListView>) =>
    String(go({ type: 'path', query: { ...view, currentPage: 1, ...patch } }) ?? '');
  return { view, contextId, change, hrefOf };
}

/** Applies the view of an address that the table did not write itself. */
function useFollow(resource: Resource, named: ListView, { view, change }: ListControl): void {
  const { key, state } = useLocation();
  const type = useNavigationType();
  const follow = useEffectEvent(() => {
    if (state === OF_TABLE && type !== 'POP') return;
    if (writeView(resource, named).toString() !== writeView(resource, view).toString()) change(named);
  });
  // Runs only when the address changes, not when the table does.
  useEffect(() => follow(), [key]);
}

/**
 * Returns the id of the context to show; undefined if the list is not of a context or none is known. Keeps the address
 * and the header's select in sync: an address with a context selects it, and selecting another one puts it into the
 * address and returns to the first page.
 */
export function useNamedContext(isScoped: boolean): string | undefined {
  const [params, setParams] = useSearchParams();
  const named = params.get('contextId');
  const { contexts, current, select } = useCurrentContext();
  const known = isScoped && named !== null && contexts.some(({ id }) => id === named) ? named : undefined;
  const currentId = current?.id;
  const before = useRef(currentId);
  useEffect(() => {
    const isNewlyChosen = before.current !== undefined && before.current !== currentId;
    before.current = currentId;
    if (!known || !currentId || known === currentId) return;
    if (!isNewlyChosen) return select(known);
    const query = new URLSearchParams(params);
    query.set('contextId', currentId);
    query.delete('page');
    setParams(query, { preventScrollReset: true });
  }, [known, currentId, select, params, setParams]);
  return isScoped ? (known ?? currentId) : undefined;
}
