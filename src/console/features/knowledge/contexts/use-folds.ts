import { useMemo, useState } from 'react';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { type Branch, foldedAtFirst, foldedWithout } from './context-tree.ts';

export interface Folds {
  folded: ReadonlySet<string>;
  fold: (id: string, isFolded: boolean) => void;
}

const NONE: ReadonlyMap<string, boolean> = new Map();

/**
 * Returns which branches are folded, for both the diagram and the tree. Each new search forgets the user's choices and
 * unfolds the paths to its results.
 */
export function useFolds(tree: readonly Branch[], found: readonly Branch[] | undefined, search: string): Folds {
  const { current } = useCurrentContext();
  const [stored, setStored] = useState({ search, folds: NONE });
  const folds = stored.search === search ? stored.folds : NONE;
  const folded = useMemo(() => {
    const atFirst = found
      ? foldedWithout(tree, found)
      : foldedAtFirst(
          tree,
          tree.find(({ id }) => id === current?.id),
        );
    return new Set(tree.filter(({ id }) => folds.get(id) ?? atFirst.has(id)).map(({ id }) => id));
  }, [tree, found, folds, current]);
  const fold = (id: string, isFolded: boolean) => setStored({ search, folds: new Map([...folds, [id, isFolded]]) });
  return { folded, fold };
}
