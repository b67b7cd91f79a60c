import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia('(max-width: 900px)');

function watch(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns whether the window is too narrow for a menu beside the screen. */
export const usePhone = (): boolean => useSyncExternalStore(watch, () => narrow().matches);
