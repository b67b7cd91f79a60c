import { useSyncExternalStore } from 'react';

/** Returns a value that lives outside of React. Components that call `use` render again when it changes. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const set = (next: T) => {
    value = next;
    listeners.forEach((listener) => listener());
  };
  return { get, set, watch, use: () => useSyncExternalStore(watch, get) };
}
