import { useSyncExternalStore } from 'react';
import { KEYS, storedTheme, type ThemeName, writeKey } from '../state/store.ts';
import { palettes } from './tokens.ts';

const listeners = new Set<() => void>();

/** Applies a theme to the page. The script in index.html does the same before the first paint. */
function applyTheme(name: ThemeName): void {
  document.documentElement.dataset.theme = name;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palettes[name].ground);
  listeners.forEach((listener) => listener());
}

/** Changes the theme and stores the choice on this device. */
export function setTheme(name: ThemeName): void {
  writeKey(KEYS.theme, name);
  applyTheme(name);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
window.addEventListener('storage', ({ key }) => key === KEYS.theme && applyTheme(storedTheme()));

export const useThemeName = (): ThemeName => useSyncExternalStore(watch, storedTheme);
