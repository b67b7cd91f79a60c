import { KEYS, readKey, writeKey } from '../../../state/store.ts';
import type { NodePosition } from './lay-out-tree.ts';

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
