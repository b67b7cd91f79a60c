import { Flex } from 'antd';
import { formatCount } from '../../../shared/format.ts';
import { isDelivered } from '../../../shared/webhook-events.ts';
import type { DeliveryAttempt } from '../../../shared/webhook-payloads.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { StatusDot } from '../../components/status-dot.tsx';
import { t } from '../../providers/i18n.ts';

/** Explains why a request got no answer. */
export const errorText = (code: string | null): string =>
  t([`webhook-deliveries.errors.${code}`, 'webhook-deliveries.none.answerStatus']);

/** Shows what came of one request: the status or the error, its duration, and the start of the answer. */
export function AttemptText({ attempt }: { attempt: DeliveryAttempt }) {
  const { at, ms, status, answer, error } = attempt;
  return (
    <Flex vertical gap={8}>
      <Flex wrap gap="2px 12px">
        <StatusDot tone={isDelivered(attempt) ? 'good' : 'bad'}>
          {status === null ? errorText(error) : t('webhook-deliveries.log.status', { status })}
        </StatusDot>
        <span className="figures">{t('webhook-deliveries.log.took', { ms: formatCount(ms) })}</span>
        <MomentText iso={at} isExact />
      </Flex>
      {answer && (
        <pre className="code-text" aria-label={t('webhook-deliveries.log.answer')}>
          {answer}
        </pre>
      )}
    </Flex>
  );
}
