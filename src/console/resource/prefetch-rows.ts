import type { QueryClient } from '@tanstack/react-query';
import type { Resource } from '../../../resources/kit/resource.ts';
import { accessProvider } from '../providers/access.ts';
import { prefetchList } from '../providers/data.ts';
import { contextIn } from '../session/current-context.tsx';
import { hasSession } from '../session/store.ts';
import { callOf } from './list-call.ts';
import { readView } from './view.ts';

/** How long a list waits for its rows before it shows a skeleton (ms). */
const ROWS_TIMEOUT_MS = 200;

/**
 * Requests the first rows of a list while the screen's code is still loading. Sends nothing for users who may not see
 * the list. Resolves when the rows have arrived, or shortly after the request was sent.
 */
export async function prefetchRows(client: QueryClient, resource: Resource, request: Request): Promise<void> {
  if (!hasSession()) return;
  try {
    const answer = await accessProvider(client).can({ resource: resource.name, action: 'list' });
    if (!answer.can) return;
    const params = new URL(request.url).searchParams;
    const isScoped = resource.scope === 'context';
    const context = isScoped ? await contextIn(client, params.get('contextId')) : null;
    if (isScoped && !context) return;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, ROWS_TIMEOUT_MS));
    await Promise.race([prefetchList(callOf(resource, readView(resource, params), context?.id)), timeout]);
  } catch {
    // The list repeats a failed request and shows the error.
  }
}
