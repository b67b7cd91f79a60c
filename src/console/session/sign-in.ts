import type { TokenPair } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { clearSession, refreshToken, storeTokens } from '../state/store.ts';

/** Starts a session with these tokens. Clears the previous one first. */
export function startSession(pair: TokenPair): void {
  clearSession('expired');
  storeTokens(pair);
}

/** Ends the session on this device without waiting for the server's response. */
export function signOut(): void {
  const spent = refreshToken();
  if (spent) {
    const headers = { 'Refresh-Token': spent };
    request('/auth/logout', { method: 'POST', headers }).catch(() => undefined);
  }
  clearSession('logout');
}
