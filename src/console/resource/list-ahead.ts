import { keys } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { accessProvider } from '../providers/access.ts';
import { dataProvider } from '../providers/data.ts';
import { contextIn } from '../session/current-context.tsx';
import { callOf, type ListCall } from './list-call.ts';
import { readView } from './view.ts';

/** A screen is worth holding back so long for its rows, ms: drawn with them, it is drawn once. */
const PATIENCE_MS = 600;

/** The query by which Refine's useList keeps a list. */
const queryOf = (resource: Resource, call: ListCall) => ({
  queryKey: keys()
    .data('default')
    .resource(resource.name)
    .action('list')
    .params({ filters: call.filters, pagination: call.pagination, sorters: call.sorters })
    .get(),
  queryFn: () => dataProvider.getList({ resource: resource.name, ...call }),
});

/**
 * A route's loader that asks for the first rows of its list as its address is gone to, while the screen's program is on
 * its way, for whoever may see them. `extras` are the switches that ListPage is given.
 */
export const listAhead =
  (client: QueryClient, resource: Resource, extras: readonly string[] = []) =>
  async ({ request }: LoaderFunctionArgs): Promise<null> => {
    const ask = async () => {
      const answer = await accessProvider(client).can({ resource: resource.name, action: 'list' });
      if (!answer.can) return;
      const params = new URL(request.url).searchParams;
      const isScoped = resource.scope === 'context';
      const context = isScoped ? await contextIn(client, params.get('contextId')) : null;
      if (isScoped && !context) return;
      const call = callOf(resource, readView(resource, params, extras), context?.id);
      await client.prefetchQuery(queryOf(resource, call));
    };
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    // What fails is asked for again, and told, by the list itself.
    await Promise.race([ask().catch(() => undefined), patience]);
    return null;
  };
