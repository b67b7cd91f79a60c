import type { z } from 'zod';
import type { AccountRow, entered } from '../../shared/staff.ts';
import { HttpError, requestOnce } from '../http/client.ts';
import { renewAccess, runExclusively } from '../http/refresh.ts';
import { askToConfirm } from '../state/step-up.ts';
import {
  accessToken,
  KEYS,
  readJson,
  readKey,
  refreshToken,
  replaceSession,
  type StoredValue,
} from '../state/store.ts';
import { sessionKeyOf } from '../state/token.ts';
import { accessTokenKey } from './session-key.ts';
import { signOut } from './sign-in.ts';

/** The fields of an account that are needed to enter it. */
export type EnterableAccount = Pick<AccountRow, 'id' | 'type' | 'user' | 'cnpj' | 'companyName'>;

/** The customer account that staff are in. */
type Impersonation =
  { type: 'CORPORATE'; cnpj: string | null; companyName: string | null } | { type: 'PERSONAL'; user: string };

/** Returns whether staff are in a customer's account on this device. */
export const isImpersonating = () => readKey(KEYS.impersonating) === 'true';

/** Returns the customer account that staff are in; null outside of one, or when the stored value is invalid. */
export const impersonation = () => readJson<Impersonation>(KEYS.impersonation);

const recordOf = ({ type, user, cnpj, companyName }: EnterableAccount): Impersonation =>
  type === 'CORPORATE' ? { type, cnpj: cnpj ?? null, companyName } : { type, user };

/**
 * Enters a customer's account: sets the staff member's own tokens and plan aside and replaces them by the account's.
 * When the server refuses, throws `HttpError` and changes nothing.
 *
 * Takes turns with the token refreshes of all tabs. The server suspends the staff member's own session before its
 * response arrives, so a refresh at that moment would get a 401 and clear the session.
 */
export async function enterAccount(account: EnterableAccount, reason: string): Promise<void> {
  try {
    await enterRenewed(account, reason);
  } catch (failure) {
    // Not while it holds the turn: the proof may have to refresh the session.
    const isStale = failure instanceof HttpError && failure.code === 'fresh_sign_in_required';
    if (!isStale || !(await askToConfirm())) throw failure;
    await enterRenewed(account, reason);
  }
}

async function enterRenewed(account: EnterableAccount, reason: string): Promise<void> {
  const used = accessToken();
  try {
    await runExclusively(() => openCustomerSession(account, reason, sessionKeyOf(used)));
  } catch (failure) {
    const isWorn = failure instanceof HttpError && failure.status === 401;
    if (!isWorn || !(await renewAccess(used))) throw failure;
    await runExclusively(() => openCustomerSession(account, reason, sessionKeyOf(used)));
  }
}

async function openCustomerSession(account: EnterableAccount, reason: string, key: string): Promise<void> {
  const isOther = () => accessTokenKey() !== key;
  if (isOther()) throw new Error('Another session has begun meanwhile');
  const { session, plan } = await requestOnce<z.infer<typeof entered>>('/admin/login', {
    method: 'POST',
    body: { accountId: account.id, reason },
  });
  if (isOther()) {
    // The session ended in another tab meanwhile, so the one that was just opened must end too.
    await requestOnce('/auth/logout', { method: 'POST', headers: { 'Refresh-Token': session.refreshToken } });
    throw new Error('The session has ended meanwhile');
  }
  replaceSession(session, [
    [KEYS.originalRefreshToken, refreshToken()],
    [KEYS.originalAccessToken, accessToken()],
    [KEYS.originalPlan, readKey(KEYS.plan)],
    [KEYS.plan, JSON.stringify(plan)],
    [KEYS.impersonation, JSON.stringify(recordOf(account))],
    [KEYS.impersonating, 'true'],
    ...OF_AN_ACCOUNT,
  ]);
}

/** Stored values of the previous account. They are removed on entering and on leaving an account. */
const OF_AN_ACCOUNT: readonly StoredValue[] = [
  [KEYS.accountDeletionDate, null],
  [KEYS.currentContext, null],
  [KEYS.contextNodePositions, null],
];

/**
 * Leaves the customer's account and restores the staff member's own session. The server is called first, since their
 * own tokens are suspended until then. Signs out when the server no longer accepts them. When the call fails for
 * another reason, throws `HttpError` and changes nothing.
 */
export function leaveAccount(): Promise<void> {
  return runExclusively(async () => {
    // Another tab has already left.
    if (!isImpersonating()) return;
    const original = { access: readKey(KEYS.originalAccessToken), refresh: readKey(KEYS.originalRefreshToken) };
    const isTold = original.refresh !== null && (await reportLeaving(original.refresh));
    // Another tab signed out while this one waited.
    if (!isImpersonating()) return;
    if (!isTold || original.access === null || original.refresh === null) return signOut();
    replaceSession({ accessToken: original.access, refreshToken: original.refresh }, [
      [KEYS.impersonating, null],
      [KEYS.impersonation, null],
      [KEYS.plan, readKey(KEYS.originalPlan)],
      [KEYS.originalPlan, null],
      [KEYS.originalAccessToken, null],
      [KEYS.originalRefreshToken, null],
      ...OF_AN_ACCOUNT,
    ]);
  });
}

/** Asks the server to resume the suspended session. Returns false when the server no longer accepts its token. */
async function reportLeaving(parked: string): Promise<boolean> {
  try {
    await requestOnce('/admin/leave', { method: 'POST', headers: { 'Refresh-Token': parked } });
    return true;
  } catch (failure) {
    if (failure instanceof HttpError && failure.status === 401) return false;
    throw failure;
  }
}

/** Reloads the console at its first page, so that nothing of the previous session stays in memory. */
export function reloadConsole(): void {
  window.history.replaceState(null, '', '/');
  window.location.reload();
}
