import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creditGift, type CreditGift } from '../../../../shared/account-credits.ts';
import { useMoneyCall } from '../../../session/subscription.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { Modal } from '../../../components/modal.tsx';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import '../../../components/form.css';

const { shape } = creditGift;
const written = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Gives an account credits that last: how many, and why, which its owner can read. */
export function GiveCreditsDialog(props: { accountId: string; name: string; onClose: () => void }) {
  const { accountId, name, onClose } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<CreditGift>();
  const [isBusy, setIsBusy] = useState(false);
  const call = useMoneyCall<unknown>();
  const client = useQueryClient();
  const ruleOf = (field: keyof CreditGift) => ({
    validator: async (_: unknown, value: unknown) => {
      const message = messageOf(t, shape[field], value);
      if (message) throw new Error(message);
    },
  });
  const give = async ({ credits, reason }: CreditGift) => {
    setIsBusy(true);
    try {
      await call(`/admin/accounts/${accountId}/credits`, { credits, reason: reason.trim() });
      void client.invalidateQueries({ queryKey: ['admin', 'account', accountId] });
      const count = written.format(credits);
      notify({ type: 'success', message: t('admin-accounts.credits.given', { credits: count, name }) });
      onClose();
    } catch (failure) {
      const faults = errorsOf(failure).map(({ field, message }) => ({ name: field as never, errors: [message] }));
      if (faults.length > 0) form.setFields(faults);
      else void showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('admin-accounts.credits.giveTitle', { name })}
      onCancel={onClose}
      okText={t('admin-accounts.credits.give')}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
    >
      <Form<CreditGift>
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={[]}
        onFinish={(gift) => void give(gift)}
      >
        <Form.Item
          className="form-field"
          name="credits"
          label={t('admin-accounts.credits.amount')}
          extra={t('admin-accounts.credits.amountHint')}
          rules={[ruleOf('credits')]}
        >
          <InputNumber<number> data-first decimalSeparator="," />
        </Form.Item>
        <Form.Item
          className="form-field"
          name="reason"
          label={t('admin-accounts.credits.reason')}
          extra={t('admin-accounts.credits.reasonHint')}
          rules={[ruleOf('reason')]}
        >
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
