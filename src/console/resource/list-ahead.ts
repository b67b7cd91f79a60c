import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { accessProvider } from '../providers/access.ts';
import { beginList } from '../providers/data.ts';
import { contextIn } from '../session/current-context.tsx';
import { hasSession } from '../session/store.ts';
import { callOf } from './list-call.ts';
import { readView } from './view.ts';

/**
 * Returns a route loader that requests the first rows of a list while the screen's code is still loading. Sends nothing
 * for users who may not see the list.
 */
export const listAhead =
  (client: QueryClient, resource: Resource) =>
  ({ request }: LoaderFunctionArgs): null => {
    // The user may have signed out or left while this file was loading.
    if (request.signal.aborted || !hasSession()) return null;
    const ask = async () => {
      const answer = await accessProvider(client).can({ resource: resource.name, action: 'list' });
      if (!answer.can) return;
      const params = new URL(request.url).searchParams;
      const isScoped = resource.scope === 'context';
      const context = isScoped ? await contextIn(client, params.get('contextId')) : null;
      if (isScoped && !context) return;
      beginList(callOf(resource, readView(resource, params), context?.id));
    };
    // The list repeats a failed request and shows the error.
    void ask().catch(() => undefined);
    return null;
  };
