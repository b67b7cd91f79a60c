import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentContext } from '../session/current-context.tsx';

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
