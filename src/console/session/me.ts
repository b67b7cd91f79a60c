import { queryOptions, useQuery } from '@tanstack/react-query';
import { PLAN_POLL_MS } from '../../shared/constants.ts';
import type { SessionPlan, SessionUser } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import type { EarlyUser } from '../state/keys.ts';
import { accessToken, KEYS, readJson, writeKey } from '../state/store.ts';
import { accessTokenKey } from './session-key.ts';

/** Returns the answer to the request of index.html, at the first call. Null without one, or for another token. */
async function takeEarlyUser(): Promise<SessionUser | null> {
  const page = window as { earlyUser?: EarlyUser };
  const { token, user } = page.earlyUser ?? {};
  delete page.earlyUser;
  return token !== undefined && token === accessToken() ? (user ?? null) : null;
}

/** The signed-in user, with role and flags from the server. */
export const meQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: async ({ signal }) => (await takeEarlyUser()) ?? request<SessionUser>('/users/me', { signal }),
  staleTime: PLAN_POLL_MS,
});

export const planQuery = queryOptions({
  queryKey: ['session', 'plan'],
  queryFn: async ({ signal }) => {
    const key = accessTokenKey();
    const plan = await request<SessionPlan>('/sessions/me/plan', { signal });
    // Another session may have started meanwhile, with its own plan.
    if (accessTokenKey() === key) writeKey(KEYS.plan, JSON.stringify(plan));
    return plan;
  },
  refetchInterval: PLAN_POLL_MS,
  staleTime: PLAN_POLL_MS,
  // The last known plan is shown until the server responds.
  placeholderData: () => readJson<SessionPlan>(KEYS.plan) ?? undefined,
});

export const useMe = () => useQuery(meQuery);
/** The account's plan, polled every 300 s. */
export const usePlan = () => useQuery(planQuery);
