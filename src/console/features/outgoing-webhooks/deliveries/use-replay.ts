import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { formatCount } from '../../../components/format.ts';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';

export type Delivery = RecordOf<typeof webhookDeliveries>;

/** Returns a function that names a delivery: its event and its webhook. */
export function useDeliveryName(): (delivery: Delivery) => string {
  const texts = useResourceTexts(webhookDeliveries);
  return ({ event, webhook }) => texts.t('name', { event: texts.option('event', event), webhook });
}

/** Returns the functions that send one delivery again, or all that failed, of one webhook or of all. */
export function useReplay() {
  const { t } = useTranslation();
  const nameOf = useDeliveryName();
  const { call, isBusy } = useCall<{ replayed: number }>(webhookDeliveries.name, outgoingWebhooks.name);
  const { api } = webhookDeliveries;
  const replay = (delivery: Delivery) =>
    call({
      url: `${api}/${delivery.id}/replay`,
      id: delivery.id,
      successText: t('webhook-deliveries.replayed', { name: nameOf(delivery) }),
    });
  const replayParked = (webhookId: string | null, onSuccess: () => void) =>
    call({
      url: `${api}/replay`,
      values: { webhookId },
      successText: ({ replayed: count }) =>
        count === 0
          ? { type: 'error', message: t('webhook-deliveries.replayedNone') }
          : t('webhook-deliveries.replayedAll', { count, total: formatCount(count) }),
      onSuccess,
    });
  return { replay, replayParked, isPending: isBusy };
}

/** Returns a function that lists a delivery's actions: send it again. */
export function useDeliveryActions(): (delivery: Delivery) => RowAction[] {
  const { t } = useTranslation();
  const canReplay = useAllowed(webhookDeliveries.name, 'replay');
  const { replay, isPending } = useReplay();
  const nameOf = useDeliveryName();
  return (delivery) => {
    if (!canReplay) return [];
    const label = t('webhook-deliveries.replayName', { name: nameOf(delivery) });
    const onClick = () => replay(delivery);
    return [{ icon: 'refresh', label, hint: t('webhook-deliveries.replay'), disabled: isPending, onClick }];
  };
}
