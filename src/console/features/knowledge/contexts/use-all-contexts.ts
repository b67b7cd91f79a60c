import { useDataProvider, useInvalidate, useKeys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { contexts as declaration } from '../../../../../resources/contexts.ts';
import { CONTEXTS_POLL_MS, PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import type { Context } from './context-tree.ts';

/** Returns all contexts that the user may see. It loads every page, because a tree needs them all. */
export function useAllContexts() {
  const provider = useDataProvider()();
  const { keys } = useKeys();
  return useQuery({
    queryKey: keys().data('default').resource('contexts').action('list').params({ whole: true }).get(),
    queryFn: async () => {
      const all: Context[] = [];
      for (let page = 1; ; page++) {
        const { data, total } = await provider.getList<Context>({
          resource: 'contexts',
          pagination: { currentPage: page, pageSize: PAGE_SIZE_MAX, mode: 'server' },
          sorters: [{ field: declaration.list.sort, order: 'asc' }],
        });
        all.push(...data);
        // Refine's mutations update every cached list of the resource, so this one has the same shape.
        if (data.length === 0 || all.length >= total) return { data: all, total: all.length };
      }
    },
    refetchInterval: CONTEXTS_POLL_MS,
  });
}

/** Returns a function that reloads the header's context selector and the content lists after a change of contexts. */
export function useContextsChanged() {
  const { refresh } = useCurrentContext();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    await Promise.all([refresh(), invalidate({ resource: 'contents', invalidates: ['list'] })]);
  }, [refresh, invalidate]);
}
