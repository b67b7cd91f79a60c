import { useSyncExternalStore } from 'react';
import { accessToken, hasSession, watchSession } from './store.ts';
import { holderOf } from './token.ts';

/** User, account and actor of the access token; empty without one, or when it cannot be read. */
export const currentHolder = (): string => holderOf(accessToken());

// Another tab's sign-out arrives one token at a time: with the refresh token alone there is still a session.
/** Names the session that this device has now; empty without one. */
export const sessionKey = () => (hasSession() ? currentHolder() || 'unread' : '');

/** A key that changes whenever the session becomes another one, begins or ends. */
export const useSessionKey = (): string => useSyncExternalStore(watchSession, sessionKey);
