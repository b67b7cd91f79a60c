import type { TokenPair } from '../../shared/session.ts';
import { KEYS } from './keys.ts';

export { KEYS };

/** The keys to remove when the session ends. Language, theme and side menu belong to the device and stay. */
const OF_SESSION = [
  KEYS.accessToken,
  KEYS.refreshToken,
  KEYS.originalAccessToken,
  KEYS.originalRefreshToken,
  KEYS.originalPlan,
  KEYS.impersonating,
  KEYS.impersonation,
  KEYS.plan,
  KEYS.menu,
  KEYS.accountDeletionDate,
  KEYS.currentContext,
  KEYS.contextNodePositions,
  KEYS.recentPlaces,
];

/** Where a value is stored: on the device, or for this tab only. */
type StorageArea = 'localStorage' | 'sessionStorage';

/** Used where the browser denies its storage. The values last until the page is closed. */
const memory = new Map<string, string>();

export function readKey(key: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Returns a value that was stored as JSON; null when there is none or it is invalid. */
export function readJson<T>(key: string, area?: StorageArea): T | null {
  try {
    return JSON.parse(readKey(key, area) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function writeKey(key: string, value: string | null, area: StorageArea = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

export const accessToken = () => readKey(KEYS.accessToken);
export const refreshToken = () => readKey(KEYS.refreshToken);
/** Returns whether this device has a token. The server may have ended the session already. */
export const hasSession = () => accessToken() !== null || refreshToken() !== null;

const DRAFT = 'draft:';
/** Returns the key of what a user has typed into a form and not saved yet. */
export const draftKeyOf = (session: string, form: string) => `${DRAFT}${session}:${form}`;

function removeDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key);
  } catch {
    for (const key of memory.keys()) if (key.startsWith(DRAFT)) memory.delete(key);
  }
}

/** How the last session of this page ended: the user signed out, or the server no longer accepted it. */
type SessionEnding = 'logout' | 'expired';
let lastEnding: SessionEnding = 'expired';
export const endedBy = (): SessionEnding => lastEnding;

/** Returns whether the last session of this device expired and no other one has started since. */
export const hasExpired = () => readKey(KEYS.sessionEnding) === 'expired';

const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

/** Calls `listener` when the session changes, in this tab or another. Returns a function that removes the listener. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function onStorage({ key, storageArea }: StorageEvent): void {
  if (storageArea && storageArea !== localStorage) return;
  // The key is null when the whole storage was cleared.
  if (key !== null && key !== KEYS.accessToken && key !== KEYS.refreshToken) return;
  if (!hasSession()) lastEnding = hasExpired() ? 'expired' : 'logout';
  notify();
}
if (typeof window !== 'undefined') window.addEventListener('storage', onStorage);

/**
 * Stores new tokens. Keeps the old refresh token when the pair has none. Another tab can read between the two writes.
 * The access token comes first because it is what tells that tab that the session was renewed or replaced.
 */
export function storeTokens(pair: Pick<TokenPair, 'accessToken'> & Partial<TokenPair>): void {
  writeKey(KEYS.accessToken, pair.accessToken);
  if (pair.refreshToken) writeKey(KEYS.refreshToken, pair.refreshToken);
  writeKey(KEYS.sessionEnding, null);
  notify();
}

/** A storage key and its new value; null removes it. */
export type StoredValue = readonly [key: string, value: string | null];

/**
 * Replaces the session by another one. Listeners in this tab run once everything is stored. The tokens are written
 * last, because other tabs react to them.
 */
export function replaceSession(pair: TokenPair, storedValues: readonly StoredValue[]): void {
  for (const [key, value] of storedValues) writeKey(key, value);
  writeKey(KEYS.menu, null);
  storeTokens(pair);
}

/**
 * Removes the session and everything that belongs to it from this device. What the user has typed into forms stays for
 * them when the session only expired. Does not call the server.
 */
export function clearSession(ending: SessionEnding): void {
  lastEnding = ending;
  // Written first, because other tabs react to the tokens.
  writeKey(KEYS.sessionEnding, ending === 'expired' ? ending : null);
  if (ending === 'logout') removeDrafts();
  // The context stays, too: a text that is put back belongs to it. It does nothing for users who may not see it.
  const gone = ending === 'logout' ? OF_SESSION : OF_SESSION.filter((key) => key !== KEYS.currentContext);
  for (const key of gone) writeKey(key, null);
  notify();
}

/** Returns the stored language; `pt-BR` by default. */
export const currentLanguage = () => readKey(KEYS.language) ?? 'pt-BR';

export type ThemeName = 'dark' | 'light';
export const storedTheme = (): ThemeName => (readKey(KEYS.theme) === 'light' ? 'light' : 'dark');

/** Returns whether the side menu shows its labels; true by default. */
export const isSideMenuOpen = () => readKey(KEYS.sideMenu) !== 'false';
export const storeSideMenu = (isOpen: boolean) => writeKey(KEYS.sideMenu, String(isOpen));
