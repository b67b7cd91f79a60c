import { Alert, Flex, Typography } from 'antd';
import { apiKeys } from '../../../../../resources/api-keys.ts';
import { CopyField } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Modal, SHOWN_ONCE } from '../../../components/modal.tsx';
import { t } from '../../../providers/i18n.ts';
import { parts } from '../../../resource/parts.ts';

export default parts(apiKeys, {
  useList: () => ({
    isFixed: ({ status }) => status === 'revoked' || status === 'expired',
    // antd has no monospaced cell, and letters of a secret look alike otherwise.
    cells: { hint: ({ hint }) => <code>{`…${hint}`}</code> },
  }),
  useForm: () => ({
    result: ({ name, secret = '' }, close) => <SecretDialog name={name} secret={secret} onClose={close} />,
  }),
});

/** Shows the secret of a new key. */
function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <Modal
      open
      title={t('api-keys.secret.title', { name })}
      width={560}
      {...SHOWN_ONCE}
      okText={t('api-keys.secret.done')}
      onOk={onClose}
    >
      <Flex vertical gap={16}>
        <Alert type="warning" showIcon message={t('api-keys.secret.warning')} description={t('api-keys.secret.text')} />
        <CopyField value={secret} texts="api-keys.secret" />
        <div>
          <Typography.Text type="secondary">{t('api-keys.secret.use')}</Typography.Text>{' '}
          <Typography.Text code>Authorization: Bearer pk_…</Typography.Text>
        </div>
        <Typography.Link href="/api/docs" target="_blank" rel="noopener">
          {t('api-keys.secret.docs')} <Icon name="external" size={12} />
        </Typography.Link>
      </Flex>
    </Modal>
  );
}
