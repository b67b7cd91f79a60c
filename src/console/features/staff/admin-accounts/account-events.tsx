import { useInfiniteList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { BillingEvent } from '../../../../shared/billing.ts';
import { GatewayEventList } from '../gateway-events.tsx';
import { ACCOUNT_LISTS } from '../plans.ts';
import { listOf, PagedList } from './paged-list.tsx';

/** The events that payment gateways sent for an account, the newest first. */
export function AccountEvents({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const { query } = useInfiniteList<BillingEvent>(listOf(ACCOUNT_LISTS.events, accountId));
  return (
    <PagedList query={query} empty={t('admin-accounts.events.empty')}>
      {(events) => <GatewayEventList events={events} label={t('admin-accounts.tabs.events')} />}
    </PagedList>
  );
}
