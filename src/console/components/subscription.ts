import { useCustom } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Quote, Subscription } from '../../shared/billing.ts';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import type { PlanOffer } from '../../shared/plans.ts';
import { HttpError, request } from '../http/client.ts';
import { meQuery, planQuery } from '../session/me.ts';
import { useGet } from './use-get.ts';

const OFFER_STALE_MS = 5 * 60_000;

const SUBSCRIPTION = '/subscription';
/** The path of the plans and credit packs on offer, which is their key in the query cache. */
export const OFFER = '/plans';

export const useSubscription = (options?: Parameters<typeof useGet<Subscription>>[1]) =>
  useGet<Subscription>(SUBSCRIPTION, options);

export const useOffer = (options?: { retry: boolean }) =>
  useGet<PlanOffer>(OFFER, { ...options, staleTime: OFFER_STALE_MS });

/** What the customer is about to buy. */
export type Order = { planId: string; period: PlanPeriod } | { packId: string };

/**
 * Returns the query of the price of an order. `version` is the subscription's version; no request is sent while it is
 * undefined.
 */
export function useQuote(order: Order, version: number | undefined) {
  const { query } = useCustom<Quote, HttpError>({
    url: '/subscription/quote',
    method: 'post',
    config: { payload: order },
    errorNotification: false,
    queryOptions: {
      queryKey: ['quote', order, version],
      enabled: version !== undefined,
      // An old quote may differ from what would be charged now.
      staleTime: 0,
      gcTime: 0,
    },
  });
  return query;
}

/** The resources to refetch after a change of the subscription: they show the plan, its flags or its charges. */
const LISTS_OF_MONEY = ['invoices', 'credit-limits', 'limits', 'notices'];

/**
 * Returns a function that puts a changed subscription into the cache and refetches everything that depends on it.
 * Without an argument it refetches the subscription too.
 */
export function useTakeSubscription(): (subscription?: Subscription) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (subscription) => {
      if (subscription) client.setQueryData([SUBSCRIPTION], { data: subscription });
      else await client.invalidateQueries({ queryKey: [SUBSCRIPTION] });
      void client.invalidateQueries({ queryKey: planQuery.queryKey });
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.some((part) => LISTS_OF_MONEY.includes(String(part))),
      });
      // Permissions come from the session's user, which must be up to date before they are computed again.
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('access') });
    },
    [client],
  );
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns whether the outcome of a call is unknown or pending, so that a retry must use the same idempotency key. */
const isOpen = (failure: unknown) =>
  !(failure instanceof HttpError) ||
  failure.status === 0 ||
  failure.status >= 500 ||
  failure.code === 'payment_under_way' ||
  failure.code === 'rate_limited';

/**
 * Returns a function that makes a call which may charge the customer. If the outcome of a call is unknown, repeating it
 * sends the same idempotency key, so that nothing is charged twice. Throws like `request`.
 */
export function useMoneyCall<Answer = Subscription>(): (path: string, body: object) => Promise<Answer> {
  const last = useRef<{ requestKey: string; key: string } | null>(null);
  return useCallback(async (path, body) => {
    const requestKey = JSON.stringify([path, body]);
    if (last.current?.requestKey !== requestKey) last.current = { requestKey, key: newKey() };
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
