const KEY = 'pendingEmail';

/** An address that waits for its code, and when another code may be asked for (ms since 1970). */
export interface PendingEmail {
  email: string;
  resendAt: number;
}

/** Kept for this tab alone, so that the address is in no link and a reload forgets nothing. */
export function keepPendingEmail(pending: PendingEmail | null): void {
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
