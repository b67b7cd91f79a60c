import { type HttpError, useCustomMutation } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { Modal } from '../../../components/modal.tsx';

/** Asks before it makes a new secret. `onRotated` receives it. */
export function RotateDialog(props: {
  webhook: { id: string; name: string };
  onRotated: (secret: string) => void;
  onClose: () => void;
}) {
  const { id, name } = props.webhook;
  const { t } = useTranslation();
  const { mutate, mutation } = useCustomMutation<{ secret: string }, HttpError>();
  const rotate = () =>
    mutate(
      { url: `${outgoingWebhooks.api}/${id}/rotate-secret`, method: 'post', values: {} },
      { onSuccess: ({ data }) => props.onRotated(data.secret), onError: props.onClose },
    );
  return (
    <Modal
      open
      title={t('outgoing-webhooks.rotate.title', { name })}
      onCancel={props.onClose}
      okText={t('outgoing-webhooks.rotate.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={mutation.isPending}
      onOk={rotate}
    >
      <p>{t('outgoing-webhooks.rotate.text')}</p>
    </Modal>
  );
}
