import { type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { formatCount } from '../../../components/format.ts';
import { successNotice } from '../../../components/notices.ts';
import { useResourceTexts } from '../../../resource/words.ts';

export type Delivery = RecordOf<typeof webhookDeliveries>;

/** Returns a function that names a delivery: its event and its webhook. */
export function useDeliveryName(): (delivery: Delivery) => string {
  const words = useResourceTexts(webhookDeliveries);
  return ({ event, webhook }) => words.t('name', { event: words.option('event', event), webhook });
}

/** Returns the functions that send one delivery again, or all that failed, of one webhook or of all. */
export function useReplay() {
  const { t } = useTranslation();
  const nameOf = useDeliveryName();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<{ id?: string; replayed: number }, HttpError>();
  const { api, name: resource } = webhookDeliveries;
  const onSettled = (id?: string) => {
    void invalidate({ resource, id, invalidates: ['list', 'detail'] });
    void invalidate({ resource: outgoingWebhooks.name, invalidates: ['list'] });
  };
  const replay = (delivery: Delivery) => {
    const successNotification = successNotice(t('webhook-deliveries.replayed', { name: nameOf(delivery) }));
    mutate(
      { url: `${api}/${delivery.id}/replay`, method: 'post', values: {}, successNotification },
      { onSettled: () => onSettled(delivery.id) },
    );
  };
  const replayParked = (webhookId: string | null, onSuccess: () => void) =>
    mutate(
      {
        url: `${api}/replay`,
        method: 'post',
        values: { webhookId },
        successNotification: (answer) => {
          const count = answer?.data.replayed ?? 0;
          if (count === 0) return { type: 'error', message: t('webhook-deliveries.replayedNone') };
          return successNotice(t('webhook-deliveries.replayedAll', { count, total: formatCount(count) }))();
        },
      },
      { onSuccess, onSettled: () => onSettled() },
    );
  return { replay, replayParked, isPending: mutation.isPending };
}
