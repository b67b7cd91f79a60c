import { useSyncExternalStore } from 'react';
import { accessToken, hasSession, watchSession } from './store.ts';
import { holderOf } from './token.ts';

/** Whose session this device has now: user, account and actor; empty when there is none, or its token cannot be read. */
export const currentHolder = (): string => holderOf(accessToken());

// Another tab's sign-out arrives one token at a time: with the refresh token alone there is still a session.
const sessionKey = () => (hasSession() ? currentHolder() || 'unread' : '');

/** A key that changes whenever the session becomes another one, begins or ends. */
export const useSessionKey = (): string => useSyncExternalStore(watchSession, sessionKey);
