import type { Branch } from './context-tree.ts';

export interface Place {
  x: number;
  y: number;
}
export const NODE = { width: 264, height: 92 };
const GAP = { across: 72, down: 20, trees: 44 };

/** Places a forest from left to right: what stands inside another at its right, a parent beside the middle of its own. */
export function layOut(tree: readonly Branch[]): Map<string, Place> {
  const places = new Map<string, Place>();
  let free = 0;
  // A branch comes before what it holds: from the end on, what it holds has its place already.
  const under = Map.groupBy(tree, ({ parent }) => parent?.id);
  const place = (branch: Branch): number => {
    const below = (under.get(branch.id) ?? []).map(place);
    const y = below.length > 0 ? ((below[0] ?? 0) + (below.at(-1) ?? 0)) / 2 : free;
    if (below.length === 0) free += NODE.height + GAP.down;
    places.set(branch.id, { x: branch.depth * (NODE.width + GAP.across), y });
    return y;
  };
  for (const root of under.get(undefined) ?? []) {
    place(root);
    free += GAP.trees - GAP.down;
  }
  return places;
}
