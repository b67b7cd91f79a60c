import { useSyncExternalStore } from 'react';
import { accessToken, hasSession, watchSession } from '../state/store.ts';
import { sessionKeyOf } from '../state/token.ts';

/** Returns the user, account and actor of the access token; empty without one, or when it cannot be decoded. */
export const accessTokenKey = (): string => sessionKeyOf(accessToken());

/**
 * Returns the key of this device's session; empty without one. Another tab's sign-out removes one token after the
 * other, so there is still a session while only the refresh token is left.
 */
export const sessionKey = () => (hasSession() ? accessTokenKey() || 'unread' : '');

/** Returns a key that changes when the session starts, ends or is replaced. */
export const useSessionKey = (): string => useSyncExternalStore(watchSession, sessionKey);
