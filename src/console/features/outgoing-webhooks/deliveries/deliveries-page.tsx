import { useList } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { formatCount } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { textFilter, withFilter } from '../../../providers/view.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { ValueFilter } from '../../../resource/value-filter.tsx';
import { useDeliveryRow } from './delivery-row.tsx';

const webhookOf = ({ view: { filters } }: ListControl) => textFilter(filters, 'webhookId');

export function DeliveriesPage() {
  const canReplay = useAllowed(webhookDeliveries.name, 'replay');
  return (
    <ListPage
      resource={webhookDeliveries}
      {...useDeliveryRow()}
      toolbar={(control) => <WebhookSelect control={control} />}
      tools={canReplay ? (control) => <ReplayParked webhookId={webhookOf(control)} /> : undefined}
    />
  );
}

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

/** The button that sends all failed deliveries again, of one webhook or of all, after a confirmation. */
function ReplayParked({ webhookId }: { webhookId: string | undefined }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { call, isBusy } = useCall<{ replayed: number }>(webhookDeliveries.name, outgoingWebhooks.name);
  const { query } = useList({
    resource: webhookDeliveries.name,
    filters: withFilter(withFilter([], 'webhookId', { eq: webhookId }), 'state', { eq: 'parked' }),
    pagination: { currentPage: 1, pageSize: 1 },
    queryOptions: { refetchInterval: webhookDeliveries.list.pollMs },
  });
  const count = query.data?.total ?? 0;
  const close = () => setAsking(false);
  const replay = () =>
    call({
      url: `${webhookDeliveries.api}/replay`,
      values: { webhookId: webhookId ?? null },
      successText: ({ replayed }) =>
        replayed === 0
          ? { type: 'error', message: t('webhook-deliveries.replayedNone') }
          : t('webhook-deliveries.replayedAll', { count: replayed, total: formatCount(replayed) }),
      onSuccess: close,
    });
  // The dialog stays while the rows that it is about leave the list.
  if (count === 0 && !isAsking) return null;
  return (
    <>
      <Button icon={<Icon name="refresh" />} onClick={() => setAsking(true)}>
        {t('webhook-deliveries.replayAll')}
      </Button>
      <Modal
        open={isAsking}
        title={t('webhook-deliveries.ask.title', { count, total: formatCount(count) })}
        onCancel={close}
        okText={t('webhook-deliveries.actions.replay')}
        confirmLoading={isBusy}
        onOk={replay}
      >
        <p>{t('webhook-deliveries.ask.text')}</p>
      </Modal>
    </>
  );
}
