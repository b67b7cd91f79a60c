import { KEYS, readKey, writeKey } from '../../../session/store.ts';
import type { Place } from './lay-out-tree.ts';

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as Place).x) &&
  Number.isFinite((value as Place).y);

/** Where somebody put contexts in the diagram, on this device; what is not there stands where it is laid out. */
export function readPositions(): Map<string, Place> {
  try {
    const kept = JSON.parse(readKey(KEYS.contextNodePositions) ?? '{}') as Record<string, unknown>;
    return new Map(Object.entries(kept).filter((entry): entry is [string, Place] => isPlace(entry[1])));
  } catch {
    return new Map();
  }
}

/** Remembers them until the session ends; an empty map forgets all. */
export function keepPositions(places: ReadonlyMap<string, Place>): void {
  writeKey(KEYS.contextNodePositions, places.size > 0 ? JSON.stringify(Object.fromEntries(places)) : null);
}
