import { KEYS, storedTheme, writeKey } from '../session/store.ts';
import { createStore } from '../session/value-store.ts';
import { palettes, type ThemeName } from './tokens.ts';

const theme = createStore(storedTheme());

/** Applies a theme to the page. The script in index.html does the same before the first paint. */
function applyTheme(name: ThemeName): void {
  document.documentElement.dataset.theme = name;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palettes[name].ground);
  theme.set(name);
}

/** Changes the theme and stores the choice on this device. */
export function setTheme(name: ThemeName): void {
  writeKey(KEYS.theme, name);
  applyTheme(name);
}

window.addEventListener('storage', ({ key }) => key === KEYS.theme && applyTheme(storedTheme()));

export const useThemeName = theme.use;
