import { type HttpError, useInvalidate, useList } from '@refinedev/core';
import { useCallback } from 'react';
import { accounts } from '../../../../resources/accounts.ts';
import { planCatalogue } from '../../../../resources/plan-catalogue.ts';
import { PAGE_SIZE_MAX } from '../../../shared/constants.ts';
import type { PlanPeriod } from '../../../shared/plan-periods.ts';
import type { PlanRecord } from '../../../shared/plans.ts';
import type { AccountRow } from '../../../shared/staff.ts';
import { useCall } from '../../components/use-call.ts';
import { SHARED_STALE_MS } from '../../http/fresh.ts';

/** Returns the query of all plans, the smallest first, including those that are no longer on offer. */
export const usePlans = (queryOptions: { enabled?: boolean; staleTime?: number } = {}) =>
  useList<PlanRecord, HttpError>({
    resource: planCatalogue.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { staleTime: SHARED_STALE_MS, ...queryOptions },
  }).query;

/** The lists of one account. They are no declared resources; the filter `accountId` completes their path. */
export const ACCOUNT_LISTS = {
  ledger: 'admin/accounts/:accountId/ledger',
  events: 'admin/accounts/:accountId/billing-events',
} as const;

/** Returns a function that refetches the accounts and what the account's drawer lists. */
export function useAccountsChanged() {
  const invalidate = useInvalidate();
  return useCallback(
    () =>
      Promise.all(
        [accounts.name, ...Object.values(ACCOUNT_LISTS)].map((resource) =>
          invalidate({ resource, invalidates: ['resourceAll'] }),
        ),
      ),
    [invalidate],
  );
}

interface PlanChangeBody {
  planId: string;
  /** If omitted, the account keeps its period. */
  period?: PlanPeriod;
  ignoreWebhook: boolean;
}

/** Returns the function that changes an account's plan, and then refetches the accounts. */
export function useChangePlan(
  accountId: string,
  options: { successText: (changed: AccountRow) => string; done: () => void },
) {
  const refetch = useAccountsChanged();
  const { call, isBusy } = useCall<AccountRow>();
  const change = (values: PlanChangeBody) =>
    call({
      url: `${accounts.api}/${accountId}/plan`,
      method: 'put',
      values,
      successText: options.successText,
      onSuccess: () => {
        void refetch();
        options.done();
      },
    });
  return { change, isBusy };
}
