import type { z } from 'zod';
import type { AccountRow, entered } from '../../shared/staff.ts';
import { HttpError, requestOnce } from '../http/client.ts';
import { inTurn, renewAccess } from '../http/refresh.ts';
import { signOut } from './sign-in.ts';
import { accessToken, type Kept, KEYS, readKey, refreshToken, replaceSession } from './store.ts';
import { holderOf } from './token.ts';

/** What is known of an account before one enters it. */
export type EnterableAccount = Pick<AccountRow, 'id' | 'type' | 'user' | 'cnpj' | 'companyName'>;

/** Whose account one is in. */
export type Impersonation =
  { type: 'CORPORATE'; cnpj: string | null; companyName: string | null } | { type: 'PERSONAL'; user: string };

/** Whether this device works in another's account. */
export const isImpersonating = () => readKey(KEYS.impersonating) === 'true';

/** Whose account that is; null outside, or when it cannot be read. */
export function impersonation(): Impersonation | null {
  try {
    return JSON.parse(readKey(KEYS.impersonation) ?? 'null') as Impersonation | null;
  } catch {
    return null;
  }
}

const recordOf = ({ type, user, cnpj, companyName }: EnterableAccount): Impersonation =>
  type === 'CORPORATE' ? { type, cnpj, companyName } : { type, user };

/**
 * Enters a customer's account: one's own tokens and plan are laid aside, and the account's take their place. Throws
 * HttpError when it is refused; nothing has changed then.
 *
 * It runs in turn with the refreshes of every tab: while the server parks one's own session and the answer is on its way,
 * a refresh would take the 401 for the end and clear all.
 */
export async function enterAccount(account: EnterableAccount): Promise<void> {
  const used = accessToken();
  try {
    await inTurn(() => swapIn(account, holderOf(used)));
  } catch (failure) {
    const isWorn = failure instanceof HttpError && failure.status === 401;
    if (!isWorn || !(await renewAccess(used))) throw failure;
    await inTurn(() => swapIn(account, holderOf(used)));
  }
}

async function swapIn(account: EnterableAccount, holder: string): Promise<void> {
  const isOther = () => holderOf(accessToken()) !== holder;
  if (isOther()) throw new Error('Another session has begun meanwhile');
  const { session, plan } = await requestOnce<z.infer<typeof entered>>('/admin/login', {
    method: 'POST',
    body: { accountId: account.id },
  });
  if (isOther()) {
    // Signed out in another tab: what was opened here ends, too.
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

/** What belongs to the account that is left, whichever way. */
const OF_AN_ACCOUNT: readonly Kept[] = [
  [KEYS.accountDeletionDate, null],
  [KEYS.currentContext, null],
  [KEYS.contextNodePositions, null],
];

/**
 * The way back to one's own account. The server is told first, since until then one's own tokens are good for nothing;
 * where it no longer knows them, one is signed out. Throws HttpError when it cannot be told; nothing has changed then.
 */
export function leaveAccount(): Promise<void> {
  return inTurn(async () => {
    // Another tab was quicker.
    if (!isImpersonating()) return;
    const original = { access: readKey(KEYS.originalAccessToken), refresh: readKey(KEYS.originalRefreshToken) };
    const isTold = original.refresh !== null && (await tellLeaving(original.refresh));
    // Signed out in another tab while this one waited.
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

/** Whether the server let one's own session be used again. */
async function tellLeaving(parked: string): Promise<boolean> {
  try {
    await requestOnce('/admin/leave', { method: 'POST', headers: { 'Refresh-Token': parked } });
    return true;
  } catch (failure) {
    if (failure instanceof HttpError && failure.status === 401) return false;
    throw failure;
  }
}

/** Goes to the first page as whoever the session is of now: nothing of the one before stays in memory. */
export function beginAnew(): void {
  window.history.replaceState(null, '', '/');
  window.location.reload();
}
