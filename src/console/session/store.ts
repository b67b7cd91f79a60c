import type { TokenPair } from '../../shared/session.ts';
import type { ThemeName } from '../theme/tokens.ts';

/** Everything that the console keeps on the device, by the name under which it lies in localStorage. */
export const KEYS = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  language: 'i18nextLng',
  theme: 'theme',
  sideMenu: 'sideMenu',
  advancedLook: 'advancedLook',
  plan: 'plan',
  accountDeletionDate: 'accountDeletionDate',
  currentContext: 'currentContext',
  contextNodePositions: 'contextNodePositions',
  recentPlaces: 'recentPlaces',
  tutorialFolded: 'tutorialFolded',
  impersonating: 'impersonating',
  impersonation: 'impersonation',
  originalAccessToken: 'originalAccessToken',
  originalRefreshToken: 'originalRefreshToken',
  originalPlan: 'originalPlan',
} as const;

/** What belongs to a session and goes with it; language, theme and the side menu are the device's own. */
const OF_SESSION = [
  KEYS.accessToken,
  KEYS.refreshToken,
  KEYS.originalAccessToken,
  KEYS.originalRefreshToken,
  KEYS.originalPlan,
  KEYS.impersonating,
  KEYS.impersonation,
  KEYS.plan,
  KEYS.accountDeletionDate,
  KEYS.currentContext,
  KEYS.contextNodePositions,
  KEYS.recentPlaces,
  KEYS.tutorialFolded,
];

/** Stands in where a browser denies storage: what is kept lasts as long as the page. */
const memory = new Map<string, string>();

export function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps a value on the device; null forgets it. */
export function writeKey(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
  }
}

export const accessToken = () => readKey(KEYS.accessToken);
export const refreshToken = () => readKey(KEYS.refreshToken);
/** Whether somebody is signed in, as far as this device knows. */
export const hasSession = () => accessToken() !== null || refreshToken() !== null;

/** How the last session of this page ended: by its owner, or by a server that no longer knows it. */
export type Ending = 'logout' | 'expired';
let lastEnding: Ending = 'expired';
export const endedBy = (): Ending => lastEnding;

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Calls back whenever the session changes, in this tab or in another; gives the way to stop. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function onStorage({ key, storageArea }: StorageEvent): void {
  if (storageArea && storageArea !== localStorage) return;
  // A null key means that everything was wiped at once.
  if (key !== null && key !== KEYS.accessToken && key !== KEYS.refreshToken) return;
  if (!hasSession()) lastEnding = 'logout';
  tell();
}
if (typeof window !== 'undefined') window.addEventListener('storage', onStorage);

/** Stores a new pair of tokens; the old refresh token stays when the answer brought none. */
export function storeTokens(pair: Pick<TokenPair, 'accessToken'> & Partial<TokenPair>): void {
  if (pair.refreshToken) writeKey(KEYS.refreshToken, pair.refreshToken);
  writeKey(KEYS.accessToken, pair.accessToken);
  tell();
}

/** Something that is kept, and its value; null forgets it. */
export type Kept = readonly [key: string, value: string | null];

/**
 * Puts a session in the place of another: this tab hears of it when all is stored, and so do other tabs, as the tokens
 * that they listen to are written last.
 */
export function replaceSession(pair: TokenPair, kept: readonly Kept[]): void {
  for (const [key, value] of kept) writeKey(key, value);
  writeKey(KEYS.refreshToken, pair.refreshToken);
  writeKey(KEYS.accessToken, pair.accessToken);
  tell();
}

/** Forgets the session and all that belongs to it. Calls no server. */
export function clearSession(ending: Ending): void {
  lastEnding = ending;
  for (const key of OF_SESSION) writeKey(key, null);
  tell();
}

/** `pt-BR` unless another language was chosen. */
export const currentLanguage = () => readKey(KEYS.language) ?? 'pt-BR';

/** Dark unless light was chosen. */
export const storedTheme = (): ThemeName => (readKey(KEYS.theme) === 'light' ? 'light' : 'dark');

/** The side menu shows its words unless it was stored as `false`. */
export const isSideMenuOpen = () => readKey(KEYS.sideMenu) !== 'false';
export const storeSideMenu = (isOpen: boolean) => writeKey(KEYS.sideMenu, String(isOpen));
