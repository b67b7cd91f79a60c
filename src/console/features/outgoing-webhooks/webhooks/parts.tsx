import { Flex } from 'antd';
import { useParams } from 'react-router';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { WebhookEventType } from '../../../../shared/webhook-events.ts';
import type { DeliveryAttempt } from '../../../../shared/webhook-payloads.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { usePost } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { SecretDialog } from '../../../resource/secret-dialog.tsx';
import { AttemptText } from '../attempt-text.tsx';

type Webhook = RecordOf<typeof outgoingWebhooks>;

/** Sends a sample event at once and shows what came of it. */
function TestDialog(props: { webhook: { id: string; name: string }; onClose: () => void }) {
  const { id, name } = props.webhook;
  const query = usePost<DeliveryAttempt & { event: WebhookEventType }>(`${outgoingWebhooks.api}/${id}/test`);
  const attempt = query.data?.data;
  return (
    <Modal
      open
      title={t('outgoing-webhooks.test.title', { name })}
      onCancel={props.onClose}
      cancelText={t('resource.close')}
      cancelButtonProps={{}}
      okText={t('outgoing-webhooks.test.again')}
      confirmLoading={query.isFetching}
      onOk={() => void query.refetch()}
    >
      {query.isFetching ? (
        <Skeleton rows={3} label={t('outgoing-webhooks.test.waiting')} />
      ) : query.error ? (
        <LoadError query={query} />
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

function NewSecret({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = usePost<{ secret: string }>(`${outgoingWebhooks.api}/${id}/reveal-secret`);
  return (
    <SecretDialog
      resource={outgoingWebhooks}
      name={name}
      secret={query.data?.data.secret}
      failure={query.error && <LoadError query={query} />}
      onClose={onClose}
    />
  );
}

export default parts(outgoingWebhooks, {
  useList: () => {
    const canTest = useAllowed(outgoingWebhooks.name, 'test');
    const canSeeDeliveries = useAllowed(webhookDeliveries.name, 'list');
    const actions = (webhook: Webhook): RowAction[] => [
      {
        icon: 'bolt',
        label: t('outgoing-webhooks.actions.testOf', { name: webhook.name }),
        hint: t('outgoing-webhooks.actions.test'),
        dialog: (close) => <TestDialog webhook={webhook} onClose={close} />,
      },
    ];
    return {
      actions: canTest ? actions : undefined,
      tools: () =>
        canSeeDeliveries && <ButtonLink to={webhookDeliveries.path}>{t('outgoing-webhooks.deliveries')}</ButtonLink>,
    };
  },
  // After a creation it shows the secret, except for chats, which check no signature.
  useForm: () => {
    const { id } = useParams();
    const canReveal = useAllowed(outgoingWebhooks.name, 'reveal');
    return {
      result: (webhook, close) =>
        id === undefined && canReveal && webhook.format === 'json' ? (
          <NewSecret webhook={webhook} onClose={close} />
        ) : null,
    };
  },
});
