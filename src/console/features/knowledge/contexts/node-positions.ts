import { KEYS, readKey, writeKey } from '../../../state/store.ts';
import type { Branch } from './context-tree.ts';

export interface NodePosition {
  x: number;
  y: number;
}
/** Size of a box in pixels, as in contexts.css: a name of 80 characters fits in three lines. */
export const NODE = { width: 288, height: 112 };
const GAP = { across: 72, down: 20, trees: 44 };

/** Returns the position of each box, in pixels. Subcontexts lie to the right of their parent, centred around it. */
export function layOut(tree: readonly Branch[]): Map<string, NodePosition> {
  const places = new Map<string, NodePosition>();
  let free = 0;
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

const isPosition = (value: unknown): value is NodePosition =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as NodePosition).x) &&
  Number.isFinite((value as NodePosition).y);

/** Returns the positions of dragged boxes by context, as stored on this device. The other boxes use the layout. */
export function readPositions(): Map<string, NodePosition> {
  try {
    const stored = JSON.parse(readKey(KEYS.contextNodePositions) ?? '{}') as Record<string, unknown>;
    return new Map(Object.entries(stored).filter((entry): entry is [string, NodePosition] => isPosition(entry[1])));
  } catch {
    return new Map();
  }
}

/** Stores the positions on this device until the session ends. An empty map deletes them. */
export function keepPositions(places: ReadonlyMap<string, NodePosition>): void {
  writeKey(KEYS.contextNodePositions, places.size > 0 ? JSON.stringify(Object.fromEntries(places)) : null);
}
