import type { TokenPair } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { clearSession, refreshToken, storeTokens } from './store.ts';

/** Begins a session with a pair of tokens, whoever was here before. */
export function startSession(pair: TokenPair): void {
  clearSession('expired');
  storeTokens(pair);
}

/** Ends the session here at once; the server is told, but not waited for. */
export function signOut(): void {
  const spent = refreshToken();
  if (spent) {
    const headers = { 'Refresh-Token': spent };
    request('/auth/logout', { method: 'POST', headers }).catch(() => undefined);
  }
  clearSession('logout');
}
