import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { textFilter } from '../../../providers/view.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { useDeliveryRow } from './delivery-row.tsx';

const webhookOf = ({ view: { filters } }: ListControl) => textFilter(filters, 'webhookId');

export const DeliveriesPage = () => (
  <ListPage
    resource={webhookDeliveries}
    {...useDeliveryRow()}
    toolbar={(control) => <WebhookSelect control={control} />}
  />
);

function WebhookSelect({ control }: { control: ListControl }) {
  const { t } = useTranslation();
  const { result } = useList<RecordOf<typeof outgoingWebhooks>>({
    resource: outgoingWebhooks.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
  });
  const chosen = result.data.find(({ id }) => id === webhookOf(control));
  return (
    <ValueFilter
      control={control}
      name="webhookId"
      label={t('webhook-deliveries.fields.webhook')}
      options={result.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
    />
  );
}
