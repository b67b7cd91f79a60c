import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CreditGift, creditGift } from '../../../../shared/account-credits.ts';
import { markErrors } from '../../../components/field-errors.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { formatCount } from '../../../components/format.ts';
import { FORM_PROPS } from '../../../components/use-form.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { useMoneyCall } from '../../../session/subscription.ts';
import { useAccountsChanged } from '../plans.ts';

const { shape } = creditGift;

/** The dialog that gives an account credits that do not expire. The account's owner can read the reason. */
export function GiveCreditsDialog(props: { accountId: string; name: string; onClose: () => void }) {
  const { accountId, name, onClose } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<CreditGift>();
  const [isBusy, setIsBusy] = useState(false);
  const call = useMoneyCall<unknown>();
  const refetch = useAccountsChanged();
  const give = async ({ credits, reason }: CreditGift) => {
    setIsBusy(true);
    try {
      await call(`/admin/accounts/${accountId}/credits`, { credits, reason: reason.trim() });
      void refetch();
      const count = formatCount(credits);
      notify({ type: 'success', message: t('admin-accounts.credits.given', { credits: count, name }) });
      onClose();
    } catch (failure) {
      markErrors(form, failure);
      void showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormModal
      title={t('admin-accounts.credits.giveTitle', { name })}
      onCancel={onClose}
      okText={t('admin-accounts.credits.give')}
      formProps={{ ...FORM_PROPS, form, onFinish: (gift: CreditGift) => void give(gift) }}
      isSaving={isBusy}
    >
      <FormField
        name="credits"
        label={t('admin-accounts.credits.amount')}
        extra={t('admin-accounts.credits.amountHint')}
        schema={shape.credits}
      >
        <InputNumber<number> data-first decimalSeparator="," />
      </FormField>
      <FormField
        name="reason"
        label={t('admin-accounts.credits.reason')}
        extra={t('admin-accounts.credits.reasonHint')}
        schema={shape.reason}
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
      </FormField>
    </FormModal>
  );
}
