import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { useErrorText } from '../attempt-text.tsx';

export type Delivery = RecordOf<typeof webhookDeliveries>;

/** The status of the last answer, or why there was none. */
function AnswerCell({ delivery: { attempts, answerStatus, error } }: { delivery: Delivery }) {
  const errorText = useErrorText();
  if (attempts === 0) return <Nothing />;
  if (error) return <span className="cell-line">{errorText(error)}</span>;
  return <FieldCell resource={webhookDeliveries} name="answerStatus" value={answerStatus} />;
}

/** What the list and the page of a delivery have in common. */
export function useDeliveryRow() {
  const { t } = useTranslation();
  const texts = useResourceTexts(webhookDeliveries);
  const canReplay = useAllowed(webhookDeliveries.name, 'replay');
  const { call, isBusy } = useCall(webhookDeliveries.name, outgoingWebhooks.name);
  /** Names a delivery by its event and its webhook. */
  const nameOf = ({ event, webhook }: Delivery) => texts.t('name', { event: texts.option('event', event), webhook });
  const replay = (delivery: Delivery): RowAction => {
    const { id } = delivery;
    const name = nameOf(delivery);
    const successText = t('webhook-deliveries.replayed', { name });
    return {
      icon: 'refresh',
      label: t('webhook-deliveries.replayName', { name }),
      hint: t('webhook-deliveries.replay'),
      disabled: isBusy,
      onClick: () => call({ url: `${webhookDeliveries.api}/${id}/replay`, id, successText }),
    };
  };
  return {
    nameOf,
    cells: { answerStatus: (delivery: Delivery) => <AnswerCell delivery={delivery} /> },
    actions: (delivery: Delivery) => (canReplay ? [replay(delivery)] : []),
  };
}
