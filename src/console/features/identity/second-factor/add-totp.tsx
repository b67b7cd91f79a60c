import { Flex, Input, QRCode } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type addedFactor, totpCodeBody, type totpKey } from '../../../../shared/second-factor.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { SkeletonLine } from '../../../components/skeleton.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';

interface Props {
  onClose: () => void;
  onAdded: (recoveryCodes: string[]) => void;
}

/** Shows the key as a QR code and as text, and asks for a first code. */
export function AddTotpDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const [made, setMade] = useState<z.infer<typeof totpKey>>();
  useEffect(() => {
    let isGone = false;
    request<z.infer<typeof totpKey>>('/users/me/second-factor/totp', { method: 'POST' }).then(
      (key) => isGone || setMade(key),
      (failure: unknown) => {
        if (isGone) return;
        onClose();
        showFailure(failure);
      },
    );
    return () => {
      isGone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each run makes another key
  }, []);
  const { form, formProps, isSaving } = useFormCall<{ code: string }, z.infer<typeof addedFactor>>({
    url: '/users/me/second-factor/totp/confirm',
    method: 'post',
    initial: { code: '' },
    bodyOf: (values) => values,
    successText: () => t('second-factor.totp.added'),
    onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  return (
    <FormModal
      title={t('second-factor.totp.title')}
      onCancel={onClose}
      okText={t('second-factor.totp.confirm')}
      formProps={{ ...formProps, form }}
      isSaving={isSaving}
      isReady={made !== undefined}
    >
      <p>{t('second-factor.totp.scan')}</p>
      {made ? (
        <Flex vertical gap="middle" style={{ marginBottom: 16 }}>
          {/* Scanners need dark on light, also in the dark theme. */}
          <QRCode type="svg" value={made.uri} size={184} color="#000" bgColor="#fff" aria-hidden />
          <CopyField value={made.key} texts="second-factor.key" />
        </Flex>
      ) : (
        <SkeletonLine />
      )}
      <FormField name="code" label={t('second-factor.totp.code')} schema={totpCodeBody.shape.code}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} data-first />
      </FormField>
    </FormModal>
  );
}
