import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { planCatalogue } from '../../../../resources/plan-catalogue.ts';
import { PAGE_SIZE_MAX } from '../../../shared/constants.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';
import type { PlanRecord } from '../../../shared/plans.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { request } from '../../http/client.ts';
import { FRESH_MS } from '../../http/fresh.ts';

/** Every plan by id and name, the smallest first; also those that are no longer on offer. */
export const plansQuery = queryOptions({
  queryKey: ['admin', 'plan-names'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) =>
    (await request<{ data: PlanRecord[] }>(planCatalogue.api, { query: { limit: PAGE_SIZE_MAX }, signal })).data.map(
      ({ id, name }) => ({ id, name }),
    ),
});

export interface PlanChange {
  planId: string;
  /** Left out: the account keeps its own. */
  period?: PlanPeriod;
  ignoreWebhook: boolean;
}

/** Puts an account on another plan. Resolves to the account as it is then; what is known of accounts is asked for again. */
export function useChangePlan(accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PlanChange) =>
      request<AccountRow>(`/admin/accounts/${accountId}/plan`, { method: 'PUT', body: change }),
    onSuccess: (changed) => {
      client.setQueryData(accountQuery(accountId).queryKey, changed);
      void client.invalidateQueries({ queryKey: accountQuery(accountId).queryKey });
      // Lists of accounts are kept under several names, by Refine and by the chooser.
      const isOfAccounts = (key: readonly unknown[]) => key.includes('accounts') || key.includes('accounts-to-choose');
      return client.invalidateQueries({ predicate: ({ queryKey }) => isOfAccounts(queryKey) });
    },
  });
}

/** One account, with what staff need to see of it. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) => request<AccountRow>(`/admin/accounts/${id}`, { signal }),
  });
