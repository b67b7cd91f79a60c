import { queryOptions, useQuery } from '@tanstack/react-query';
import { PLAN_POLL_MS } from '../../shared/constants.ts';
import type { SessionPlan, SessionUser } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { takeEarly } from '../http/early.ts';
import { KEYS, readJson, writeKey } from '../state/store.ts';
import { accessTokenKey } from './session-key.ts';

/** The signed-in user, with role and flags from the server. */
export const meQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: async ({ signal }) =>
    (await takeEarly<SessionUser>('/users/me')) ?? request<SessionUser>('/users/me', { signal }),
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
