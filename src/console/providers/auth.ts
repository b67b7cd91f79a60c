import type { AuthProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { CODE_RESEND_SECONDS } from '../../shared/constants.ts';
import type { FactorProof, SignedIn } from '../../shared/second-factor.ts';
import { HttpError, request } from '../http/client.ts';
import { type EnterableAccount, enterAccount, leaveAccount, reloadConsole } from '../session/impersonation.ts';
import { meQuery } from '../session/me.ts';
import { keepPendingEmail, keepPendingPassword, keepWaitingSignIn } from '../session/pending-sign-in.ts';
import { sessionKey } from '../session/session-key.ts';
import { signOut, startSession } from '../session/sign-in.ts';
import { clearSession, hasSession } from '../state/store.ts';
import { showUpgrade } from '../state/upgrade.ts';

/**
 * The ways to start a session: with a password, with the one-time code of a social sign-in, with the second factor that
 * either waits for, with a passkey alone, with the code that verifies an email address, with an invitation, or as staff
 * in a customer's account.
 */
export type LoginParams =
  | { email: string; password: string }
  | { code: string }
  | { ticket: string; proof: FactorProof }
  | { passkey: unknown }
  | { verification: { email: string; code: string; password?: string } }
  | { invitation: string; name: string; password: string }
  | { account: EnterableAccount; reason: string };
/** With `leaveAccount`, staff return from a customer's account to their own session instead of signing out. */
export type LogoutParams = { leaveAccount?: boolean };
export type RegisterParams = Record<string, string>;
export interface UpdatePasswordParams {
  token: string;
  password: string;
}

const post = <T = SignedIn>(path: string, body: unknown) => request<T>(path, { method: 'POST', body });

/** Remembers the email address and the password until the user enters the verification code. */
function awaitCode(email: string, password: string): void {
  keepPendingPassword(email, password);
  keepPendingEmail({ email, resendAt: Date.now() + CODE_RESEND_SECONDS * 1_000 });
}

/** Throws `HttpError` `second_factor_required`, which /login/confirm continues. */
function start(answer: SignedIn): void {
  if (!('secondFactor' in answer)) {
    keepWaitingSignIn(null);
    return startSession(answer);
  }
  keepWaitingSignIn(answer.secondFactor);
  throw new HttpError(403, { code: 'second_factor_required' });
}

async function signInBy(params: LoginParams): Promise<void> {
  if ('account' in params) {
    await enterAccount(params.account, params.reason);
    return reloadConsole();
  }
  if ('code' in params) return start(await post('/auth/social/code', { code: params.code }));
  if ('ticket' in params) return start(await post('/auth/factor', params));
  if ('passkey' in params) return start(await post('/auth/passkey', params));
  if ('verification' in params) {
    start(await post('/auth/verify', params.verification));
    return keepPendingEmail(null);
  }
  const { password } = params;
  if ('invitation' in params) {
    const body = { name: params.name.trim(), password };
    return start(await post(`/invitations/${params.invitation}`, body));
  }
  const email = params.email.trim();
  try {
    start(await post('/auth/login', { email, password }));
  } catch (error) {
    if (error instanceof HttpError && error.code === 'email_not_verified') awaitCode(email, password);
    throw error;
  }
}

/** Runs an action and returns its result in Refine's format. Failures are returned, not thrown. */
async function resultOf(action: () => Promise<unknown>, redirectTo?: string) {
  try {
    await action();
    return { success: true, redirectTo };
  } catch (error) {
    return { success: false, error: error as Error };
  }
}

/**
 * Returns Refine's auth provider for the session with this key. After a sign-in, the frame of the guest pages redirects
 * (routes.tsx).
 */
export function authProvider(client: QueryClient, session: string): AuthProvider {
  return {
    login: (params: LoginParams) => resultOf(() => signInBy(params)),
    logout: async ({ leaveAccount: isLeaving }: LogoutParams = {}) => {
      if (isLeaving) return resultOf(() => leaveAccount().then(reloadConsole));
      signOut();
      return { success: true, redirectTo: '/login' };
    },
    register: (values: RegisterParams) =>
      resultOf(async () => {
        const { email } = await post<{ email: string }>('/auth/register', values);
        awaitCode(email, values.password ?? '');
      }),
    forgotPassword: ({ email }: { email: string }) =>
      resultOf(() => post('/auth/forgot-password', { email: email.trim() })),
    updatePassword: ({ token, password }: UpdatePasswordParams) =>
      resultOf(async () => {
        await post('/auth/reset-password', { token, password });
        clearSession('logout');
      }, '/login'),
    check: async () => (hasSession() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' }),
    onError: async (error) => {
      if (!(error instanceof HttpError)) return {};
      // A late response to a previous session says nothing about the current one.
      if (hasSession() && sessionKey() !== session) return {};
      if (error.code === 'plan_upgrade_required') showUpgrade(error.flag);
      // The role or the plan may have changed.
      if (error.status === 403) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      // The HTTP client has already tried to refresh. If that failed, it has cleared the session.
      const isOver = error.status === 401 && hasSession();
      return isOver ? { logout: true, redirectTo: '/login', error } : { error };
    },
    getIdentity: () => client.ensureQueryData(meQuery),
    getPermissions: async () => (await client.ensureQueryData(meQuery)).permissions,
  };
}
