import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { readView, writeView, type ListView } from './view.ts';

export interface ListViewControl {
  view: ListView;
  /** The context whose rows are shown; undefined outside contexts, or while none is known. */
  contextId: string | undefined;
  /** Goes to a changed view, from its first page unless the change names one. A step back undoes it. */
  change: (patch: Partial<ListView>, how?: { replace?: boolean }) => void;
  /** The query (`?…`) that such a change leads to, for real links. */
  hrefOf: (patch: Partial<ListView>) => string;
}

/**
 * Keeps a list's view in the address alone: the address is read at every render and every change is a step of history.
 * (Refine's syncWithLocation replaces history when paging, and does not take filters back from the address.)
 *
 * A view that says anything names its context too, so that its link shows the same rows to whoever opens it.
 */
export function useListView(resource: Resource, extras: readonly string[] = []): ListViewControl {
  const [params, setParams] = useSearchParams();
  const extraNames = extras.join(' ');
  const view = useMemo(
    () => readView(resource, params, extraNames ? extraNames.split(' ') : []),
    [resource, params, extraNames],
  );
  const write = useCallback(
    (patch: Partial<ListView>, contextId?: string) => {
      const query = writeView(resource, { ...view, page: 1, ...patch });
      if (contextId && resource.scope === 'context' && query.size > 0) query.set('contextId', contextId);
      return query;
    },
    [resource, view],
  );
  const follow = useCallback(
    (contextId: string) => setParams(write({}, contextId), { preventScrollReset: true }),
    [setParams, write],
  );
  const contextId = useNamedContext(resource.scope === 'context', params.get('contextId'), follow);
  const change = useCallback<ListViewControl['change']>(
    (patch, how) => setParams(write(patch, contextId), { replace: how?.replace, preventScrollReset: true }),
    [setParams, write, contextId],
  );
  const hrefOf = useCallback((patch: Partial<ListView>) => `?${write(patch, contextId)}`, [write, contextId]);
  return { view, contextId, change, hrefOf };
}

/**
 * Makes the address and the header's selector agree: an address that names a context selects it; choosing another one
 * in the header moves the address on (`follow`).
 */
function useNamedContext(isScoped: boolean, named: string | null, follow: (contextId: string) => void) {
  const { contexts, current, select } = useCurrentContext();
  const known = isScoped && named !== null && contexts.some(({ id }) => id === named) ? named : undefined;
  const currentId = current?.id;
  const before = useRef(currentId);
  useEffect(() => {
    const isNewlyChosen = before.current !== undefined && before.current !== currentId;
    before.current = currentId;
    if (!known || !currentId || known === currentId) return;
    if (isNewlyChosen) follow(currentId);
    else select(known);
  }, [known, currentId, select, follow]);
  return isScoped ? (known ?? currentId) : undefined;
}
