import { useNotification } from '@refinedev/core';
import { Alert, Button, Flex, Input, Space, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../components/copy-text.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';

/** Shows the secret of a new key. It closes only by its button, because the secret cannot be shown again. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const copy = async () => {
    const isDone = await copyText(secret);
    open?.({
      type: isDone ? 'success' : 'error',
      message: t(isDone ? 'api-keys.secret.copied' : 'api-keys.secret.notCopied'),
    });
  };
  return (
    <Modal
      open
      title={t('api-keys.secret.title', { name })}
      width={560}
      closable={false}
      keyboard={false}
      maskClosable={false}
      okText={t('api-keys.secret.done')}
      onOk={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
    >
      <Flex vertical gap={16}>
        <Alert type="warning" showIcon message={t('api-keys.secret.warning')} description={t('api-keys.secret.text')} />
        <Space.Compact block>
          <Input
            readOnly
            value={secret}
            aria-label={t('api-keys.secret.label')}
            onFocus={({ target }) => target.select()}
          />
          <Button data-first type="primary" icon={<Icon name="copy" />} onClick={() => void copy()}>
            {t('api-keys.secret.copy')}
          </Button>
        </Space.Compact>
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
