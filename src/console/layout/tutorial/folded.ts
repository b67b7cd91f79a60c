import { useSyncExternalStore } from 'react';
import { KEYS, readKey, writeKey } from '../../state/store.ts';

const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Folds a user's tutorial until the session ends, also in other tabs. Null unfolds it. */
export function foldTutorial(userId: string | null): void {
  writeKey(KEYS.tutorialFolded, userId);
  listeners.forEach((listener) => listener());
}

export const useIsFolded = (userId: string) =>
  useSyncExternalStore(watch, () => readKey(KEYS.tutorialFolded) === userId);
