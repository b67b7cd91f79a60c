import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BillingEvent } from '../../../../shared/billing.ts';
import { GatewayEventList } from '../gateway-events.tsx';
import { PagedList } from './paged-list.tsx';
import { pagedQuery } from './paged-query.ts';

interface EventsPage {
  data: BillingEvent[];
  total: number;
  page: number;
}

/** The events that payment gateways sent for an account, the newest first. */
export function AccountEvents({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(pagedQuery<EventsPage>(accountId, 'billing-events'));
  return (
    <PagedList query={query} empty={t('admin-accounts.events.empty')}>
      {(pages) => (
        <GatewayEventList events={pages.flatMap(({ data }) => data)} label={t('admin-accounts.tabs.events')} />
      )}
    </PagedList>
  );
}
