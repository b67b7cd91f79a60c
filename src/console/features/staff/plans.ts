import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { planCatalogue } from '../../../../resources/plan-catalogue.ts';
import { PAGE_SIZE_MAX } from '../../../shared/constants.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';
import type { PlanRecord } from '../../../shared/plans.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { request } from '../../http/client.ts';
import { FRESH_MS } from '../../http/fresh.ts';

/** The ids and names of all plans, the smallest first, including those that are no longer on offer. */
export const plansQuery = queryOptions({
  queryKey: ['admin', 'plan-names'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) =>
    (await request<{ data: PlanRecord[] }>(planCatalogue.api, { query: { limit: PAGE_SIZE_MAX }, signal })).data.map(
      ({ id, name }) => ({ id, name }),
    ),
});

interface PlanChangeBody {
  planId: string;
  /** If omitted, the account keeps its period. */
  period?: PlanPeriod;
  ignoreWebhook: boolean;
}

/** Returns the mutation that changes an account's plan. Resolves to the changed account and refetches all accounts. */
export function useChangePlan(accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PlanChangeBody) =>
      request<AccountRow>(`/admin/accounts/${accountId}/plan`, { method: 'PUT', body: change }),
    onSuccess: (changed) => {
      client.setQueryData(accountQuery(accountId).queryKey, changed);
      void client.invalidateQueries({ queryKey: accountQuery(accountId).queryKey });
      // Account lists have several query keys: Refine's and that of the account select.
      const isOfAccounts = (key: readonly unknown[]) => key.includes('accounts') || key.includes('accounts-to-choose');
      return client.invalidateQueries({ predicate: ({ queryKey }) => isOfAccounts(queryKey) });
    },
  });
}

/** One account, with the fields for staff. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) => request<AccountRow>(`/admin/accounts/${id}`, { signal }),
  });
