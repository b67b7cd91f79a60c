import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import { FieldCell, Nothing } from '../../../resource/field-cell.tsx';
import { useErrorText } from '../attempt-text.tsx';
import type { Delivery } from './use-replay.ts';

/** The status of the last answer, or why there was none. */
export function AnswerCell({ delivery: { attempts, answerStatus, error } }: { delivery: Delivery }) {
  const errorText = useErrorText();
  if (attempts === 0) return <Nothing />;
  if (error) return <span className="cell-line">{errorText(error)}</span>;
  return <FieldCell resource={webhookDeliveries} name="answerStatus" value={answerStatus} />;
}
