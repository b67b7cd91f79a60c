import { useSyncExternalStore } from 'react';

const KEY = 'tutorialFolded';
const listeners = new Set<() => void>();
let folded = read();

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Folds the tutorial of a person while he works in this tab (a reload too), or (null) opens it again. */
export function foldTutorial(userId: string | null): void {
  folded = userId;
  try {
    if (userId === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, userId);
  } catch {
    // Without storage a reload opens it.
  }
  listeners.forEach((listener) => listener());
}

export const useIsFolded = (userId: string) => useSyncExternalStore(watch, () => folded === userId);
