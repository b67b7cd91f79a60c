import { useList } from '@refinedev/core';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { gatewayEvents } from '../../../../resources/gateway-events.ts';
import type { BillingEvent } from '../../../shared/billing.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { GatewayEventList } from './gateway-events.tsx';

/** Gateway events of unknown customers, or that arrived too early. Renders nothing if there are none. */
export function ParkedEvents() {
  const { t } = useTranslation();
  const canSee = useAllowed(gatewayEvents.name, 'list');
  const { data } = useList<BillingEvent>({
    resource: gatewayEvents.name,
    pagination: { mode: 'off' },
    queryOptions: { enabled: canSee },
  }).result;
  if (data.length === 0) return null;
  const title = t('gateway-events.parked', { count: data.length });
  return (
    <Card role="region" aria-label={title} className="gateway-parked">
      <Card.Meta title={title} description={t('gateway-events.parkedText')} />
      <GatewayEventList events={data} label={title} />
    </Card>
  );
}
