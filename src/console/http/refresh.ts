import { accessToken, clearSession, refreshToken, storeTokens } from '../session/store.ts';
import { holderOf } from '../session/token.ts';
import { addressOf, callHeaders } from './headers.ts';

const PATH = '/sessions/refresh';
/** Calls whose 401 speaks of what they were given, not of the session. */
export const isOutsideSession = (path: string) => path === PATH || path.startsWith('/auth/');

let flight: Promise<boolean> | null = null;

/** Whether the stored access token is another one of the same person: another call, or another tab, was quicker. */
function wasRenewed(used: string | null): boolean {
  const stored = accessToken();
  return stored !== null && stored !== used && (used === null || holderOf(stored) === holderOf(used));
}

/**
 * Takes a call's 401: gives true when there is a new access token to make the call again with. One refresh runs at a
 * time; whoever comes meanwhile waits for it. When it fails the session is cleared.
 *
 * `used` is the access token that was answered 401.
 */
export async function renewAccess(used: string | null): Promise<boolean> {
  if (wasRenewed(used)) return true;
  flight ??= inTurn(() => refresh(used)).finally(() => (flight = null));
  await flight;
  return wasRenewed(used);
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs what exchanges the session's tokens, one at a time. Tabs share the refresh token, which is good for one use: they
 * take turns, where the browser can arrange that. No turn may wait for another (`renewAccess`) within itself.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) return locks.request('prosa-refresh', work) as Promise<T>;
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

async function refresh(used: string | null): Promise<boolean> {
  if (wasRenewed(used)) return true;
  // Another session is in its place by now, whose refresh token is not this call's to spend.
  if (accessToken() !== used) return false;
  const spent = refreshToken();
  const pair = spent === null ? null : await askForTokens(spent);
  // Meanwhile another tab may have renewed the session, ended it, or begun another one: that stands.
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
