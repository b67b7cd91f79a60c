import { useList } from '@refinedev/core';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { textFilter, withFilter } from '../../../resource/view.ts';
import { AnswerCell } from './answer-cell.tsx';
import { ReplayParked } from './replay-parked.tsx';
import { type Delivery, useDeliveryName, useReplay } from './use-replay.ts';

const webhookOf = ({ view: { filters } }: ListControl) => textFilter(filters, 'webhookId');

/** What was sent to the webhooks, newest first. */
export function DeliveriesPage() {
  const { t } = useTranslation();
  const canReplay = useAllowed(webhookDeliveries.name, 'replay');
  const { replay, isPending } = useReplay();
  const nameOf = useDeliveryName();
  const actions = (delivery: Delivery): RowAction[] => {
    const label = t('webhook-deliveries.replayName', { name: nameOf(delivery) });
    const onClick = () => replay(delivery);
    return [{ icon: 'refresh', label, hint: t('webhook-deliveries.replay'), disabled: isPending, onClick }];
  };
  return (
    <ListPage
      resource={webhookDeliveries}
      nameOf={nameOf}
      cells={{ answerStatus: (delivery: Delivery) => <AnswerCell delivery={delivery} /> }}
      actions={canReplay ? actions : undefined}
      toolbar={(control) => <WebhookSelect control={control} />}
      tools={canReplay ? (control) => <ReplayParked webhookId={webhookOf(control)} /> : undefined}
    />
  );
}

/** The filter by webhook. */
function WebhookSelect({ control }: { control: ListControl }) {
  const { t } = useTranslation();
  const { result } = useList<RecordOf<typeof outgoingWebhooks>>({
    resource: outgoingWebhooks.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
  });
  const chosen = result.data.find(({ id }) => id === webhookOf(control));
  return (
    <Select<string>
      className="list-filter"
      allowClear
      popupMatchSelectWidth={false}
      aria-label={t('webhook-deliveries.fields.webhook')}
      placeholder={t('webhook-deliveries.fields.webhook')}
      options={result.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      onChange={(eq?: string) => control.change({ filters: withFilter(control.view.filters, 'webhookId', { eq }) })}
    />
  );
}
