import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { passwordBody } from '../../../../shared/people.ts';
import { request } from '../../../http/client.ts';
import { messageOf } from '../../../components/field-errors.ts';
import { useSending } from './account.ts';
import { Part } from './part.tsx';

interface Values {
  current: string;
  password: string;
}

/** Changes one's own password; its rule is shown as it is met. */
export function PasswordPart() {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { send, isBusy } = useSending();
  const password = Form.useWatch('password', form) ?? '';
  const rule = (name: keyof Values) => ({
    validator: async (_: unknown, value: unknown) => {
      const message = messageOf(t, passwordBody.shape[name], value);
      if (message) throw new Error(message);
    },
  });
  const save = async ({ current, password: secret }: Values) => {
    const call = () => request('/users/me/password', { method: 'PUT', body: { current, password: secret } });
    if (await send(call, t('preferences.password.saved'), (faults) => form.setFields(faults))) form.resetFields();
  };
  return (
    <Part title={t('preferences.password.title')} text={t('preferences.password.text')}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={[]}
        initialValues={{ current: '', password: '' }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          className="form-field"
          name="current"
          label={t('preferences.password.current')}
          rules={[rule('current')]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          className="form-field"
          name="password"
          label={t('preferences.password.new')}
          rules={[rule('password')]}
          extra={<PasswordParts password={password} />}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button htmlType="submit" loading={isBusy}>
          {t('preferences.password.save')}
        </Button>
      </Form>
    </Part>
  );
}
