import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type addedFactor, passkeyEdit } from '../../../../shared/second-factor.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { FORM_PROPS } from '../../../components/use-form.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { createPasskey } from '../../../session/passkeys.ts';

interface Props {
  onClose: () => void;
  onAdded: (recoveryCodes: string[]) => void;
}

/** Asks for a name, and then the device for a passkey. */
export function AddPasskeyDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ name: string }>();
  const [isSaving, setIsSaving] = useState(false);
  const add = async ({ name }: { name: string }) => {
    setIsSaving(true);
    try {
      const passkey = await createPasskey();
      if (!passkey) return notify({ type: 'error', message: t('second-factor.passkeys.notMade') });
      const body = { name: name.trim(), passkey };
      const added = await request<z.infer<typeof addedFactor>>('/users/me/passkeys', { method: 'POST', body });
      notify({ type: 'success', message: t('second-factor.passkeys.added') });
      onAdded(added.recoveryCodes);
    } catch (failure) {
      showFailure(failure);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <FormModal
      title={t('second-factor.passkeys.title')}
      onCancel={onClose}
      okText={t('second-factor.passkeys.make')}
      formProps={{ ...FORM_PROPS, form, name: 'passkey', onFinish: (values: { name: string }) => void add(values) }}
      isSaving={isSaving}
    >
      <p>{t('second-factor.passkeys.text')}</p>
      <FormField name="name" label={t('second-factor.passkeys.name')} schema={passkeyEdit.shape.name}>
        <Input data-first maxLength={60} placeholder={t('second-factor.passkeys.example')} />
      </FormField>
    </FormModal>
  );
}
