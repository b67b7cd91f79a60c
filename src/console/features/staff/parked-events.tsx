import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { GatewayEventList } from './gateway-events.tsx';

/** What gateways told of nobody we know, or too early; nothing is shown while there is nothing of the kind. */
export function ParkedEvents() {
  const { t } = useTranslation();
  const canSee = useAllowed(gatewayEvents.name, 'list');
  const { data } = useList<BillingEvent>({
    resource: gatewayEvents.name,
    pagination: { mode: 'off' },
    queryOptions: { enabled: canSee },
    errorNotification: false,
  }).result;
  if (data.length === 0) return null;
  const title = t('gateway-events.parked', { count: data.length });
  return (
    <section className="gateway-parked" aria-label={title}>
      <h2>{title}</h2>
      <p>{t('gateway-events.parkedText')}</p>
      <GatewayEventList events={data} label={title} />
    </section>
  );
}
