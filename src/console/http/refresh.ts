import { accessToken, clearSession, refreshToken, storeTokens } from '../state/store.ts';
import { sessionKeyOf } from '../state/token.ts';
import { addressOf, callHeaders } from './headers.ts';

const PATH = '/sessions/refresh';
/** Returns whether a 401 from this path is about the credentials that it received, not about the session. */
export const needsNoSession = (path: string) => path === PATH || path.startsWith('/auth/');

let flight: Promise<boolean> | null = null;

/** Returns whether another call or tab has already renewed the access token of the same session. */
function wasRenewed(used: string | null): boolean {
  const stored = accessToken();
  return stored !== null && stored !== used && (used === null || sessionKeyOf(stored) === sessionKeyOf(used));
}

/**
 * Refreshes the session after a 401. Returns whether there is a new access token to repeat the call with. `used` is
 * the access token that the server rejected. Concurrent calls share one refresh. Clears the session when the refresh
 * fails.
 */
export async function renewAccess(used: string | null): Promise<boolean> {
  if (wasRenewed(used)) return true;
  flight ??= runExclusively(() => refresh(used)).finally(() => (flight = null));
  await flight;
  return wasRenewed(used);
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs operations that replace the session's tokens, one at a time, and across tabs where the browser supports locks:
 * tabs share the refresh token, which can be used only once. Do not call `renewAccess` within `work`: it would wait
 * for its own turn forever.
 */
export function runExclusively<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) return locks.request('prosa-refresh', work) as Promise<T>;
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

async function refresh(used: string | null): Promise<boolean> {
  if (wasRenewed(used)) return true;
  // Another session has replaced this one. Its refresh token must not be used here.
  if (accessToken() !== used) return false;
  const spent = refreshToken();
  const pair = spent === null ? null : await askForTokens(spent);
  // Another tab may have renewed, ended or replaced the session meanwhile. Its change takes precedence.
  if (refreshToken() !== spent || accessToken() !== used) return wasRenewed(used);
  if (pair === null) {
    clearSession('expired');
    return false;
  }
  storeTokens(pair);
  return true;
}

async function askForTokens(spent: string): Promise<{ accessToken: string; refreshToken?: string } | null> {
  try {
    const headers = { ...callHeaders(), 'Refresh-Token': spent };
    const response = await fetch(addressOf(PATH), { headers, cache: 'no-store' });
    if (response.status >= 400) return null;
    const pair = (await response.json()) as { accessToken?: unknown; refreshToken?: unknown };
    if (typeof pair.accessToken !== 'string') return null;
    const next = typeof pair.refreshToken === 'string' ? { refreshToken: pair.refreshToken } : {};
    return { accessToken: pair.accessToken, ...next };
  } catch {
    return null;
  }
}
