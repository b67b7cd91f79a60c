import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FREE_ACCOUNT_LAST_DAYS } from '../../../../shared/constants.ts';
import { deletionBody, type deletionAnswer } from '../../../../shared/people.ts';
import { request } from '../../../http/client.ts';
import { Modal } from '../../../components/modal.tsx';
import { messageOf } from '../../../components/field-errors.ts';
import { useAccountChanged, useSending, writtenDay, type Account } from './account.ts';

interface Values {
  reason: string;
  password?: string;
}

/** Asks for the account's end: says what is lost and until when all goes on, and takes the reason. */
export function EndDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { send, isBusy } = useSending();
  const changed = useAccountChanged();
  const validate = async (_: unknown, value: unknown) => {
    const message = messageOf(t, deletionBody.shape.reason, value);
    if (message) throw new Error(message);
  };
  const end = async ({ reason, password }: Values) => {
    let date = '';
    const call = async () => {
      const body = { reason: reason.trim(), ...(password && { password }) };
      const answer = await request<z.infer<typeof deletionAnswer>>('/users/me', { method: 'DELETE', body });
      date = writtenDay(answer.deletesAt);
    };
    const said = () => t('preferences.end.done', { date });
    if (!(await send(call, said, (faults) => form.setFields(faults)))) return;
    onClose();
    await changed();
  };
  return (
    <Modal
      open
      title={t('preferences.end.title', { account: account.companyName ?? account.name })}
      onCancel={onClose}
      okText={t('preferences.end.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={form.submit}
    >
      <p>{t('preferences.end.text')}</p>
      <p>{t('preferences.end.until', { days: FREE_ACCOUNT_LAST_DAYS })}</p>
      <Form
        className="end-form"
        // Its inputs have ids of their own: the page below has a password, too.
        name="end"
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={[]}
        initialValues={{ reason: '', password: '' }}
        onFinish={(values) => void end(values)}
      >
        <Form.Item
          className="form-field"
          name="reason"
          label={t('preferences.end.reason')}
          rules={[{ validator: validate }]}
        >
          <Input.TextArea data-first autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} />
        </Form.Item>
        <Form.Item
          className="form-field"
          name="password"
          label={t('preferences.end.password')}
          extra={t('preferences.end.passwordHint')}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
