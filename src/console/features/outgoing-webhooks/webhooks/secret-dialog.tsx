import { Alert, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { outgoingWebhooks } from '../../../../../resources/outgoing-webhooks.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { usePost } from './use-post.ts';

/** Shows the secret that signs a webhook's events: `rotated` right after a change, or else the one on the server. */
export function SecretDialog(props: { webhook: { id: string; name: string }; rotated?: string; onClose: () => void }) {
  const { rotated } = props;
  const { id, name } = props.webhook;
  const { t } = useTranslation();
  const url = `${outgoingWebhooks.api}/${id}/reveal-secret`;
  const query = usePost<{ secret: string }>(url, { enabled: rotated === undefined });
  const secret = rotated ?? query.data?.data.secret;
  return (
    <Modal open title={t('outgoing-webhooks.secret.title', { name })} width={560} onCancel={props.onClose}>
      {query.error ? (
        <LoadError query={query} />
      ) : (
        <Flex vertical gap={16}>
          {rotated && <Alert type="info" showIcon message={t('outgoing-webhooks.secret.rotated')} />}
          <Typography.Text>{t('outgoing-webhooks.secret.text')}</Typography.Text>
          {secret ? <CopyField value={secret} texts="outgoing-webhooks.secret" /> : <Skeleton rows={1} />}
        </Flex>
      )}
    </Modal>
  );
}
