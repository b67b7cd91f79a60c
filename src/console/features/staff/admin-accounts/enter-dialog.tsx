import { useLogin } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { IMPERSONATION_MINUTES } from '../../../../shared/constants.ts';
import type { AccountRow } from '../../../../shared/staff.ts';
import { accountTitle } from '../../../components/account-name.ts';
import { Modal } from '../../../components/modal.tsx';
import type { LoginParams } from '../../../providers/auth.ts';

/** Explains what it means to enter a customer's account, and enters it. An error only ends the loading state. */
export function EnterDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate: login, isPending, data } = useLogin<LoginParams>();
  return (
    <Modal
      open
      title={t('admin-accounts.access.title', { name: accountTitle(account) })}
      onCancel={onClose}
      okText={t('admin-accounts.access.action')}
      // After entering, the page reloads.
      confirmLoading={isPending || data?.success}
      onOk={() => login({ account })}
    >
      <p>{t('admin-accounts.access.text', { minutes: IMPERSONATION_MINUTES })}</p>
      <p>{t('admin-accounts.access.log')}</p>
    </Modal>
  );
}
