import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import type { DeliveryAttempt, WebhookEventType } from '../../../../shared/webhook-events.ts';
import { Modal } from '../../../components/modal.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { AttemptText } from '../attempt-text.tsx';
import { usePost } from './use-post.ts';

/** Sends a sample event at once and shows what came of it. */
export function TestDialog(props: { webhook: { id: string; name: string }; onClose: () => void }) {
  const { id, name } = props.webhook;
  const { t } = useTranslation();
  const query = usePost<DeliveryAttempt & { event: WebhookEventType }>(`${outgoingWebhooks.api}/${id}/test`);
  const attempt = query.data?.data;
  const again = () => void query.refetch();
  return (
    <Modal
      open
      title={t('outgoing-webhooks.test.title', { name })}
      onCancel={props.onClose}
      cancelText={t('resource.close')}
      cancelButtonProps={{}}
      okText={t('outgoing-webhooks.test.again')}
      confirmLoading={query.isFetching}
      onOk={again}
    >
      {query.isFetching ? (
        <Skeleton rows={3} label={t('outgoing-webhooks.test.waiting')} />
      ) : query.error ? (
        <LoadError error={query.error} again={again} />
      ) : (
        attempt && (
          <Flex vertical gap={12} role="status">
            <span>
              {t('outgoing-webhooks.test.sent', { event: t(`outgoing-webhooks.options.events.${attempt.event}`) })}
            </span>
            <AttemptText attempt={attempt} />
          </Flex>
        )
      )}
    </Modal>
  );
}
