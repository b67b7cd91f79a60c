import type { AuthProvider } from '@refinedev/core';
import type { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/client.ts';
import { showUpgrade } from '../session/upgrade.ts';
import { meQuery } from '../session/me.ts';
import { signIn, signOut } from '../session/sign-in.ts';
import { accessToken, hasSession } from '../session/store.ts';
import { holderOf, readToken } from '../session/token.ts';

/** Refine's view of the session of `holder`. */
export function authProvider(client: QueryClient, holder: string): AuthProvider {
  return {
    login: async ({ email, password }: { email: string; password: string }) => {
      try {
        await signIn(email, password);
        return { success: true, redirectTo: '/' };
      } catch (error) {
        return { success: false, error: error as Error };
      }
    },
    logout: async () => {
      signOut();
      return { success: true, redirectTo: '/login' };
    },
    check: async () =>
      hasSession() ? { authenticated: true } : { authenticated: false, logout: true, redirectTo: '/login' },
    onError: async (error) => {
      if (!(error instanceof HttpError)) return {};
      // A late answer to a session that another one has replaced says nothing of that one.
      if (hasSession() && holderOf(accessToken()) !== holder) return {};
      if (error.code === 'plan_upgrade_required') showUpgrade(error.flag);
      // Role or plan are not what they were: whoever is signed in is asked for again.
      if (error.status === 403) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      // The client has tried a refresh by now, and ended the session if that was refused.
      const isOver = error.status === 401 && hasSession();
      return isOver ? { logout: true, redirectTo: '/login', error } : { error };
    },
    getIdentity: () => client.ensureQueryData(meQuery),
    getPermissions: async () => readToken(accessToken())?.role ?? null,
  };
}
