import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BillingEvent } from '../../../shared/billing.ts';
import { request } from '../../http/client.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { GatewayEventList } from './gateway-events.tsx';

const parkedQuery = queryOptions({
  queryKey: ['admin', 'gateway-events'],
  queryFn: async ({ signal }) => (await request<{ data: BillingEvent[] }>('/admin/gateway-events', { signal })).data,
});

/** What gateways told of nobody we know, or too early; nothing is shown while there is nothing of the kind. */
export function ParkedEvents() {
  const { t } = useTranslation();
  const canSee = useAllowed('gateway-events', 'list');
  const { data } = useQuery({ ...parkedQuery, enabled: canSee });
  if (!data || data.length === 0) return null;
  const title = t('gateway-events.parked', { count: data.length });
  return (
    <section className="gateway-parked" aria-label={title}>
      <h2>{title}</h2>
      <p>{t('gateway-events.parkedText')}</p>
      <GatewayEventList events={data} label={title} />
    </section>
  );
}
