import { useMany } from '@refinedev/core';
import { resources } from '../../../resources/index.ts';
import { useCurrentContext } from '../session/current-context.tsx';

/** Returns the titles of rows of another resource, by id. The contexts are already loaded with the session. */
export function useRowNames(to: string, ids: readonly string[]): Map<string, string> {
  const { contexts } = useCurrentContext();
  const pointedAt = resources.find(({ name }) => name === to);
  const { result } = useMany({
    resource: to,
    ids: [...ids],
    queryOptions: { enabled: to !== 'contexts' && ids.length > 0 },
  });
  if (to === 'contexts') return new Map(contexts.map(({ id, name }) => [id, name]));
  return new Map(result.data.map((row) => [String(row.id), String(row[pointedAt?.title ?? 'id'])]));
}
