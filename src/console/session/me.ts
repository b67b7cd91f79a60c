import { queryOptions, useQuery } from '@tanstack/react-query';
import { PLAN_POLL_MS } from '../../shared/constants.ts';
import type { SessionPlan, SessionUser } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { accessToken, KEYS, readKey, writeKey } from './store.ts';
import { sessionKeyOf } from './token.ts';

/** The signed-in user, with role and flags from the server. */
export const meQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: ({ signal }) => request<SessionUser>('/users/me', { signal }),
  staleTime: PLAN_POLL_MS,
});

/** Returns the last known plan, as stored on this device. It is shown until the server responds. */
function rememberedPlan(): SessionPlan | undefined {
  try {
    return (JSON.parse(readKey(KEYS.plan) ?? 'null') as SessionPlan | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const planQuery = queryOptions({
  queryKey: ['session', 'plan'],
  queryFn: async ({ signal }) => {
    const key = sessionKeyOf(accessToken());
    const plan = await request<SessionPlan>('/sessions/me/plan', { signal });
    // Another session may have started meanwhile, with its own plan.
    if (sessionKeyOf(accessToken()) === key) writeKey(KEYS.plan, JSON.stringify(plan));
    return plan;
  },
  refetchInterval: PLAN_POLL_MS,
  staleTime: PLAN_POLL_MS,
  placeholderData: rememberedPlan,
});

export const useMe = () => useQuery(meQuery);
/** The account's plan, polled every 300 s. */
export const usePlan = () => useQuery(planQuery);
