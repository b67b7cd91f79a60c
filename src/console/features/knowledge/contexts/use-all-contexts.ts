import { useDataProvider, useInvalidate, useKeys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { contexts as declaration } from '../../../../../resources/contexts.ts';
import { CONTEXTS_POLL_MS, PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import type { Context } from './context-tree.ts';

/** Every context of the account: a tree cannot be cut into pages. */
export function useAllContexts() {
  const provider = useDataProvider()();
  const { keys } = useKeys();
  const query = useQuery({
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
        // Refine writes into every list it knows: this one keeps the shape of the others.
        if (data.length === 0 || all.length >= total) return { data: all, total: all.length };
      }
    },
    refetchInterval: CONTEXTS_POLL_MS,
  });
  return {
    contexts: query.data?.data,
    error: query.error,
    isAsking: query.isFetching,
    again: () => void query.refetch(),
  };
}

/** Makes the header's selector and the lists of contents hear at once that contexts have changed. */
export function useContextsChanged() {
  const { refresh } = useCurrentContext();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    await Promise.all([refresh(), invalidate({ resource: 'contents', invalidates: ['list'] })]);
  }, [refresh, invalidate]);
}
