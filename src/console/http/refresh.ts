import { accessToken, clearSession, refreshToken, storeTokens } from '../state/store.ts';
import { sessionKeyOf } from '../state/token.ts';
import { addressOf, callHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';

const PATH = '/sessions/refresh';
/** Returns whether a 401 from this path is about the credentials that it received, not about the session. */
export const needsNoSession = (path: string) => path === PATH || path.startsWith('/auth/');

/** Request timeout, and too many requests. */
const UNDECIDED = [408, 429];

let flight: Promise<boolean> | null = null;

/** Returns whether another call or tab has already renewed the access token of the same session. */
function wasRenewed(used: string | null): boolean {
  const stored = accessToken();
  return stored !== null && stored !== used && (used === null || sessionKeyOf(stored) === sessionKeyOf(used));
}

/**
 * Refreshes the session after a 401. Returns whether there is a new access token to repeat the call with. `used` is
 * the access token that the server rejected. Concurrent calls share one refresh. Clears the session when the server
 * refuses the refresh. Throws `HttpError` when it gave no decision, such as during a restart: the session stays.
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

/** Null if the server refuses. Throws `HttpError` if it does not decide, also because the page is being left. */
async function askForTokens(spent: string): Promise<{ accessToken: string; refreshToken?: string } | null> {
  const headers = { ...callHeaders(), 'Refresh-Token': spent };
  const response = await fetch(addressOf(PATH), { headers, cache: 'no-store' }).catch(() => null);
  if (!response || response.status >= 500 || UNDECIDED.includes(response.status))
    throw new HttpError(response?.status ?? 0, await response?.json().catch(() => null));
  if (response.status >= 400) return null;
  const pair = (await response.json().catch(() => null)) as { accessToken?: unknown; refreshToken?: unknown } | null;
  if (typeof pair?.accessToken !== 'string') return null;
  const next = typeof pair.refreshToken === 'string' ? { refreshToken: pair.refreshToken } : {};
  return { accessToken: pair.accessToken, ...next };
}
