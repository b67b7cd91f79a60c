import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Quote, Subscription } from '../../shared/billing.ts';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import type { PlanOffer } from '../../shared/plans.ts';
import { HttpError, request } from '../http/client.ts';
import { meQuery, planQuery } from './me.ts';

const OFFER_STALE_MS = 5 * 60_000;

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => request<Subscription>('/subscription', { signal }),
});

/** What is on offer: plans and packs of credits. */
export const offerQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => request<PlanOffer>('/plans', { signal }),
  staleTime: OFFER_STALE_MS,
});

/** What one is about to buy. */
export type Order = { planId: string; period: PlanPeriod } | { packId: string };

/** What an order costs, of a subscription in that version. */
export const quoteQuery = (order: Order, version: number | undefined) =>
  queryOptions({
    queryKey: ['quote', order, version],
    queryFn: ({ signal }) => request<Quote>('/subscription/quote', { method: 'POST', body: order, signal }),
    enabled: version !== undefined,
    // What was quoted some time ago may not be charged any more.
    staleTime: 0,
    gcTime: 0,
  });

/** Everything that a plan, its flags and its charges show through is asked for again. */
const LISTS_OF_MONEY = ['invoices', 'credit-limits', 'limits', 'notices'];

/**
 * Gives a function that takes over what a call answered: the plan card and what the plan allows follow at once. Without
 * an answer the subscription is asked for again.
 */
export function useTakeSubscription(): (subscription?: Subscription) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (subscription) => {
      if (subscription) client.setQueryData(subscriptionQuery.queryKey, subscription);
      else await client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      void client.invalidateQueries({ queryKey: planQuery.queryKey });
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.some((part) => LISTS_OF_MONEY.includes(String(part))),
      });
      // What one may do is answered from the session's user: that comes first.
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('access') });
    },
    [client],
  );
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether nobody knows what became of a call: it is repeated as it was, never made anew. */
const isOpen = (failure: unknown) =>
  !(failure instanceof HttpError) ||
  failure.status === 0 ||
  failure.status >= 500 ||
  failure.code === 'payment_under_way' ||
  failure.code === 'rate_limited';

/**
 * Gives a function that makes a call which may charge. Pressed again after it was never known what became of it, the same
 * call goes out by the same key, and charges nothing twice.
 */
export function useMoneyCall<Answer = Subscription>(): (path: string, body: object) => Promise<Answer> {
  const last = useRef<{ said: string; key: string } | null>(null);
  return useCallback(async (path, body) => {
    const said = JSON.stringify([path, body]);
    if (last.current?.said !== said) last.current = { said, key: newKey() };
    const headers = { 'Idempotency-Key': last.current.key };
    try {
      const answer = await request<Answer>(path, { method: 'POST', body, headers });
      last.current = null;
      return answer;
    } catch (failure) {
      if (!isOpen(failure)) last.current = null;
      throw failure;
    }
  }, []);
}
