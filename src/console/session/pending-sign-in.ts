import type { ProofKind } from '../../shared/second-factor.ts';
import { readJson, writeKey } from '../state/store.ts';

const KEY = 'pendingEmail';

/** An email address that is not verified yet, and when another code may be requested (ms since 1970). */
export interface PendingEmail {
  email: string;
  resendAt: number;
}

/** The password of an unverified address, only in memory. After a reload, the code is sent without it. */
let password: { of: string; value: string } | null = null;

/** Keeps the password that was typed for an unverified address. It is sent with the code and takes precedence there. */
export const keepPendingPassword = (email: string, value: string): void => {
  password = { of: email, value };
};
export const pendingPassword = (email: string): string | undefined =>
  password?.of === email ? password.value : undefined;

/**
 * Stores the email address to verify; null removes it. It is in this tab's sessionStorage, so that it survives a reload
 * and no link contains it.
 */
export function keepPendingEmail(pending: PendingEmail | null): void {
  if (!pending) password = null;
  writeKey(KEY, pending && JSON.stringify(pending), 'sessionStorage');
}

export const pendingEmail = () => readJson<PendingEmail>(KEY, 'sessionStorage');

/** A sign-in that waits for its second factor. Only in memory: after a reload the user starts again. */
interface WaitingSignIn {
  ticket: string;
  proofs: ProofKind[];
}
let waiting: WaitingSignIn | null = null;

export const keepWaitingSignIn = (signIn: WaitingSignIn | null): void => {
  waiting = signIn;
};
export const waitingSignIn = () => waiting;
