import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { Nothing } from '../../../resource/nothing.tsx';
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
  const texts = useResourceTexts(webhookDeliveries);
  return {
    /** Names a delivery by its event and its webhook. */
    nameOf: ({ event, webhook }: Delivery) => texts.t('name', { event: texts.option('event', event), webhook }),
    cells: { answerStatus: (delivery: Delivery) => <AnswerCell delivery={delivery} /> },
  };
}
