import { Button, Col, Flex, Row, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyWithNotice } from '../../../components/copy-text.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';

/** The only time that they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const text = codes.join('\n');
  const copy = () =>
    void copyWithNotice(text, t('second-factor.recovery.copied'), t('second-factor.recovery.notCopied'));
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('second-factor.recovery.file')}\n\n${text}\n`)}`;
  return (
    <Modal
      open
      title={t('second-factor.recovery.title')}
      maskClosable={false}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
      okText={t('second-factor.recovery.kept')}
      onOk={onClose}
    >
      <p>{t('second-factor.recovery.text')}</p>
      <Row gutter={[16, 8]}>
        {codes.map((code) => (
          <Col key={code} xs={24} sm={12}>
            <Typography.Text code>{code}</Typography.Text>
          </Col>
        ))}
      </Row>
      <Flex wrap gap="small" style={{ marginTop: 16 }}>
        <Button icon={<Icon name="copy" />} onClick={copy}>
          {t('second-factor.recovery.copy')}
        </Button>
        <Button href={file} download="prosa-codigos-de-recuperacao.txt">
          {t('second-factor.recovery.save')}
        </Button>
      </Flex>
    </Modal>
  );
}
