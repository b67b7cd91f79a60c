import { queryOptions, useQuery } from '@tanstack/react-query';
import { PLAN_POLL_MS } from '../../shared/constants.ts';
import type { SessionPlan, SessionUser } from '../../shared/session.ts';
import { request } from '../http/client.ts';
import { accessToken, KEYS, readKey, writeKey } from './store.ts';
import { holderOf } from './token.ts';

/** Who is signed in, with role and flags as the server holds them. */
export const meQuery = queryOptions({
  queryKey: ['session', 'me'],
  queryFn: ({ signal }) => request<SessionUser>('/users/me', { signal }),
  staleTime: PLAN_POLL_MS,
});

/** The plan as it was last told, for until it is told again. */
export function rememberedPlan(): SessionPlan | undefined {
  try {
    return (JSON.parse(readKey(KEYS.plan) ?? 'null') as SessionPlan | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const planQuery = queryOptions({
  queryKey: ['session', 'plan'],
  queryFn: async ({ signal }) => {
    const holder = holderOf(accessToken());
    const plan = await request<SessionPlan>('/sessions/me/plan', { signal });
    // Another session may be in its place by now, with a plan of its own.
    if (holderOf(accessToken()) === holder) writeKey(KEYS.plan, JSON.stringify(plan));
    return plan;
  },
  refetchInterval: PLAN_POLL_MS,
  staleTime: PLAN_POLL_MS,
  placeholderData: rememberedPlan,
});

export const useMe = () => useQuery(meQuery);
/** The account's plan, asked for again every 300 s. */
export const usePlan = () => useQuery(planQuery);
