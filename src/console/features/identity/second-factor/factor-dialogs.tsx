import { useMutation } from '@tanstack/react-query';
import { Button, Col, Flex, Form, Input, QRCode, Row, Typography } from 'antd';
import type { z } from 'zod';
import { type addedFactor, passkeyEdit, totpCodeBody, type totpKey } from '../../../../shared/second-factor.ts';
import { CopyField, TextCopyButton } from '../../../components/copy.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { Modal, SHOWN_ONCE } from '../../../components/modal.tsx';
import { SkeletonLine } from '../../../components/skeleton.tsx';
import { Loaded } from '../../../components/states.tsx';
import { FORM_PROPS } from '../../../components/use-form.ts';
import { useFormCall } from '../../../components/use-form-call.ts';
import { usePost } from '../../../components/use-get.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { createPasskey } from '../../../session/passkeys.ts';

interface Props {
  onClose: () => void;
  onAdded: (recoveryCodes: string[]) => void;
}

/** Asks for a name, and then the device for a passkey. */
export function AddPasskeyDialog({ onClose, onAdded }: Props) {
  const [form] = Form.useForm<{ name: string }>();
  const { mutate: add, isPending } = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const passkey = await createPasskey();
      if (!passkey) return notify({ type: 'error', message: t('second-factor.passkeys.notMade') });
      const body = { name: name.trim(), passkey };
      const added = await request<z.infer<typeof addedFactor>>('/users/me/passkeys', { method: 'POST', body });
      notify({ type: 'success', message: t('second-factor.passkeys.added') });
      onClose();
      onAdded(added.recoveryCodes);
    },
    onError: showFailure,
  });
  return (
    <FormModal
      title={t('second-factor.passkeys.title')}
      onCancel={onClose}
      okText={t('second-factor.passkeys.make')}
      formProps={{ ...FORM_PROPS, form, name: 'passkey', onFinish: (values: { name: string }) => add(values) }}
      isSaving={isPending}
    >
      <p>{t('second-factor.passkeys.text')}</p>
      <FormField name="name" label={t('second-factor.passkeys.name')} schema={passkeyEdit.shape.name}>
        <Input data-first maxLength={60} placeholder={t('second-factor.passkeys.example')} />
      </FormField>
    </FormModal>
  );
}

/** The only time that they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('second-factor.recovery.file')}\n\n${text}\n`)}`;
  return (
    <Modal
      open
      title={t('second-factor.recovery.title')}
      {...SHOWN_ONCE}
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
        <TextCopyButton value={text} texts="second-factor.recovery" />
        <Button href={file} download="prosa-codigos-de-recuperacao.txt">
          {t('second-factor.recovery.save')}
        </Button>
      </Flex>
    </Modal>
  );
}

/** Shows the key as a QR code and as text, and asks for a first code. */
export function AddTotpDialog({ onClose, onAdded }: Props) {
  // Each opening makes another key.
  const query = usePost<z.infer<typeof totpKey>>('/users/me/second-factor/totp');
  const { formProps, isSaving } = useFormCall<{ code: string }, z.infer<typeof addedFactor>>({
    url: '/users/me/second-factor/totp/confirm',
    method: 'post',
    initial: { code: '' },
    bodyOf: (values) => values,
    successText: () => t('second-factor.totp.added'),
    onSaved: ({ recoveryCodes }) => {
      onClose();
      onAdded(recoveryCodes);
    },
  });
  return (
    <FormModal
      title={t('second-factor.totp.title')}
      onCancel={onClose}
      okText={t('second-factor.totp.confirm')}
      formProps={formProps}
      isSaving={isSaving}
      isReady={query.data !== undefined}
    >
      <p>{t('second-factor.totp.scan')}</p>
      <Loaded query={query} waiting={<SkeletonLine />}>
        {({ data: made }) => (
          <Flex vertical gap="middle" style={{ marginBottom: 16 }}>
            {/* Scanners need dark on light, also in the dark theme. */}
            <QRCode type="svg" value={made.uri} size={184} color="#000" bgColor="#fff" aria-hidden />
            <CopyField value={made.key} texts="second-factor.key" />
          </Flex>
        )}
      </Loaded>
      <FormField name="code" label={t('second-factor.totp.code')} schema={totpCodeBody.shape.code}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} data-first />
      </FormField>
    </FormModal>
  );
}
