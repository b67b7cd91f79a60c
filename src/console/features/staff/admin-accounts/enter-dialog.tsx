import { useLogin } from '@refinedev/core';
import { Form } from 'antd';
import { IMPERSONATION_MINUTES } from '../../../../shared/constants.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountTitle } from '../../../components/account-select.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { FORM_PROPS } from '../../../components/use-form.ts';
import type { LoginParams } from '../../../providers/auth.ts';
import { t } from '../../../providers/i18n.ts';
import { ReasonField } from '../reason-dialog.tsx';

/** Explains what it means to enter a customer's account, and enters it. An error only ends the loading state. */
export function EnterDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>();
  const { mutate: login, isPending, data } = useLogin<LoginParams>();
  return (
    <FormModal
      title={t('admin-accounts.access.title', { name: accountTitle(account) })}
      onCancel={onClose}
      okText={t('admin-accounts.access.action')}
      // After entering, the page reloads.
      isSaving={isPending || data?.success === true}
      formProps={{ ...FORM_PROPS, form, onFinish: ({ reason }: { reason: string }) => login({ account, reason }) }}
    >
      <p>{t('admin-accounts.access.text', { minutes: IMPERSONATION_MINUTES })}</p>
      <p className="part-gap">{t('admin-accounts.access.log')}</p>
      <ReasonField />
    </FormModal>
  );
}
