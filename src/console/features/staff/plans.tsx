import { type HttpError, useInvalidate, useList } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useCallback } from 'react';
import { accounts } from '../../../../resources/accounts.ts';
import { planCatalogue } from '../../../../resources/plan-catalogue.ts';
import { platformInvoices } from '../../../../resources/platform-invoices.ts';
import { PAGE_SIZE_MAX } from '../../../shared/constants.ts';
import type { PlanRecord } from '../../../shared/plans.ts';
import { ChoiceSelect } from '../../components/choice-select.tsx';
import { SHARED_STALE_MS } from '../../http/fresh.ts';
import { t } from '../../providers/i18n.ts';

/** Returns the query of all plans, the smallest first, including those that are no longer on offer. */
export const usePlans = () =>
  useList<PlanRecord, HttpError>({
    resource: planCatalogue.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    queryOptions: { staleTime: SHARED_STALE_MS },
  }).query;

/** The lists of one account. They are no declared resources; the filter `accountId` completes their path. */
export const ACCOUNT_LISTS = {
  ledger: 'admin/accounts/:accountId/ledger',
  events: 'admin/accounts/:accountId/billing-events',
  deliveries: 'admin/accounts/:accountId/deliveries',
} as const;

/** Returns a function that refetches the accounts and what the account's page lists. */
export function useAccountsChanged() {
  const invalidate = useInvalidate();
  return useCallback(
    () =>
      Promise.all(
        [accounts.name, platformInvoices.name, ...Object.values(ACCOUNT_LISTS)].map((resource) =>
          invalidate({ resource, invalidates: ['resourceAll'] }),
        ),
      ),
    [invalidate],
  );
}

/** A select with all plans. It marks the account's current plan, `own`. */
export function PlanSelect(props: {
  id?: string;
  own?: string | null;
  value?: string | null;
  onChange?: (planId: string) => void;
}) {
  const { data, isPending, isError, refetch } = usePlans();
  if (isError && !data) {
    return (
      <Alert
        type="error"
        message={t('plan-change.plansFailed')}
        action={
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('plan-change.again')}
          </Button>
        }
      />
    );
  }
  return (
    <ChoiceSelect
      id={props.id}
      options={(data?.data ?? []).map(({ id, name }) => ({
        value: id,
        label: id === props.own ? t('plan-change.current', { name }) : name,
      }))}
      loading={isPending}
      placeholder={t('plan-change.choose')}
      value={props.value}
      onChange={(planId) => planId && props.onChange?.(planId)}
    />
  );
}
