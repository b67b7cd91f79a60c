const KEY = 'pendingEmail';

/** An address that waits for its code, and when another code may be asked for (ms since 1970). */
export interface PendingEmail {
  email: string;
  resendAt: number;
}

/** In memory alone: what a reload forgets, the form asks for or the server knows. */
let password: { of: string; value: string } | null = null;

/** The password that was typed for an address that waits for its code; with the code it is the account's. */
export const keepPendingPassword = (email: string, value: string): void => {
  password = { of: email, value };
};
export const pendingPassword = (email: string): string | undefined =>
  password?.of === email ? password.value : undefined;

/**
 * Says that who uses this tab has signed up with an address. Kept for this tab alone, so that the address is in no link and
 * a reload forgets nothing.
 */
export function keepPendingEmail(pending: PendingEmail | null): void {
  if (!pending) password = null;
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the page asks for the address.
  }
}

export function pendingEmail(): PendingEmail | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingEmail | null;
  } catch {
    return null;
  }
}
