import { Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries } from '../../../../../resources/webhook-deliveries.ts';
import type { DeliveryAttempt, WebhookEventType } from '../../../../shared/webhook-events.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { AttemptText } from '../attempt-text.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { usePost } from './use-post.ts';

type Webhook = RecordOf<typeof outgoingWebhooks>;
type OpenedWebhook = { webhook: Webhook } & ({ dialog: 'test' | 'rotate' } | { dialog: 'secret'; rotated?: string });

export function WebhooksPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenedWebhook>();
  const close = () => setOpened(undefined);
  const canSeeDeliveries = useAllowed(webhookDeliveries.name, 'list');
  return (
    <>
      <ListPage
        resource={outgoingWebhooks}
        actions={useWebhookActions(setOpened)}
        tools={() =>
          canSeeDeliveries && <ButtonLink to={webhookDeliveries.path}>{t('outgoing-webhooks.deliveries')}</ButtonLink>
        }
      />
      {opened?.dialog === 'test' && <TestDialog webhook={opened.webhook} onClose={close} />}
      {opened?.dialog === 'secret' && (
        <SecretDialog webhook={opened.webhook} rotated={opened.rotated} onClose={close} />
      )}
      {opened?.dialog === 'rotate' && (
        <RotateDialog
          webhook={opened.webhook}
          onRotated={(rotated) => setOpened({ ...opened, dialog: 'secret', rotated })}
          onClose={close}
        />
      )}
    </>
  );
}

function useWebhookActions(open: (opened: OpenedWebhook) => void): (webhook: Webhook) => RowAction[] {
  const { t } = useTranslation();
  const canTest = useAllowed(outgoingWebhooks.name, 'test');
  const canReveal = useAllowed(outgoingWebhooks.name, 'reveal');
  const canRotate = useAllowed(outgoingWebhooks.name, 'rotate');
  const canSeeDeliveries = useAllowed(webhookDeliveries.name, 'list');
  return (webhook) => {
    const text = (action: string) => ({
      label: t(`outgoing-webhooks.actions.${action}Of`, { name: webhook.name }),
      hint: t(`outgoing-webhooks.actions.${action}`),
    });
    const deliveries = `${webhookDeliveries.path}?webhookId=${webhook.id}`;
    const all: (RowAction & { isAllowed: boolean })[] = [
      { isAllowed: canTest, icon: 'bolt', onClick: () => open({ webhook, dialog: 'test' }), ...text('test') },
      { isAllowed: canSeeDeliveries, icon: 'layers', to: deliveries, ...text('deliveries') },
      { isAllowed: canReveal, icon: 'shield', onClick: () => open({ webhook, dialog: 'secret' }), ...text('secret') },
      { isAllowed: canRotate, icon: 'refresh', onClick: () => open({ webhook, dialog: 'rotate' }), ...text('rotate') },
    ];
    return all.filter(({ isAllowed }) => isAllowed);
  };
}

/** Asks before it makes a new secret. `onRotated` receives it. */
function RotateDialog(props: {
  webhook: { id: string; name: string };
  onRotated: (secret: string) => void;
  onClose: () => void;
}) {
  const { id, name } = props.webhook;
  const { t } = useTranslation();
  const { call, isBusy } = useCall<{ secret: string }>();
  const url = `${outgoingWebhooks.api}/${id}/rotate-secret`;
  const rotate = () => call({ url, onSuccess: ({ secret }) => props.onRotated(secret), onError: props.onClose });
  return (
    <Modal
      open
      title={t('outgoing-webhooks.rotate.title', { name })}
      onCancel={props.onClose}
      okText={t('outgoing-webhooks.rotate.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={rotate}
    >
      <p>{t('outgoing-webhooks.rotate.text')}</p>
    </Modal>
  );
}

/** Sends a sample event at once and shows what came of it. */
function TestDialog(props: { webhook: { id: string; name: string }; onClose: () => void }) {
  const { id, name } = props.webhook;
  const { t } = useTranslation();
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
