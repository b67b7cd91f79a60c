import type { GetListParams } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import type { Resource } from '../../../resources/kit/resource.ts';
import { accessProvider } from '../providers/access.ts';
import { prefetchList } from '../providers/data.ts';
import { readView } from '../providers/view.ts';
import { contextIn } from '../session/current-context.tsx';
import { hasSession } from '../state/store.ts';
import { callOf, callOfAll } from './list-call.ts';

/** Returns whether a resource's list begins with a page of rows. Contexts are shown as a tree, which needs all of them. */
export const isPrefetched = ({ name, actions }: Resource): boolean => name !== 'contexts' && actions.includes('list');

/** How long a list waits for its rows before it shows a skeleton (ms). */
const ROWS_TIMEOUT_MS = 200;

/** Sends the call that `callFor` returns, if the user may see the list. */
async function prefetch(
  client: QueryClient,
  { name }: Resource,
  callFor: () => GetListParams | null | Promise<GetListParams | null>,
): Promise<void> {
  if (!hasSession()) return;
  try {
    const { can } = await accessProvider(client).can({ resource: name, action: 'list' });
    const call = can ? await callFor() : null;
    if (!call) return;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, ROWS_TIMEOUT_MS));
    await Promise.race([prefetchList(call), timeout]);
  } catch {
    // The list repeats a failed request and shows the error.
  }
}

/**
 * Requests the first rows of a list while the screen's code is still loading. Sends nothing for users who may not see
 * the list. Resolves when the rows have arrived, or shortly after the request was sent.
 */
export const prefetchRows = (client: QueryClient, resource: Resource, request: Request): Promise<void> =>
  prefetch(client, resource, async () => {
    const params = new URL(request.url).searchParams;
    const isScoped = resource.scope === 'context';
    const context = isScoped ? await contextIn(client, params.get('contextId')) : null;
    return isScoped && !context ? null : callOf(resource, readView(resource, params), context?.id);
  });

/** Like `prefetchRows`, for a list that is shown as a whole. */
export const prefetchAllRows = (client: QueryClient, resource: Resource): Promise<void> =>
  prefetch(client, resource, () => callOfAll(resource));
