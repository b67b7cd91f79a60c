import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STAFF_ROLES, staffInvite, type StaffPerson } from '../../../../shared/staff.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { Modal } from '../../../components/modal.tsx';
import { errorsOf, messageOf } from '../../../components/field-errors.ts';
import '../../../components/form.css';

interface Values {
  email: string;
  role: StaffPerson['role'];
}

/** Invites somebody to the team, or gives a colleague another role. */
export function TeamForm(props: { person?: StaffPerson; onClose: () => void; onSaved: () => void }) {
  const { person, onClose, onSaved } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [isBusy, setIsBusy] = useState(false);
  const validate = async (_: unknown, value: unknown) => {
    const message = messageOf(t, staffInvite.shape.email, value);
    if (message) throw new Error(message);
  };
  const save = async ({ email, role }: Values) => {
    setIsBusy(true);
    try {
      if (person) await request(`/admin/staff/${person.id}`, { method: 'PUT', body: { role } });
      else await request('/admin/staff', { method: 'POST', body: { email: email.trim(), role } });
      notify({ type: 'success', message: t(person ? 'admin-team.saved' : 'admin-team.invited', { email }) });
      onSaved();
      onClose();
    } catch (failure) {
      setIsBusy(false);
      const faults = errorsOf(failure);
      if (faults.length === 0) return void showFailure(failure);
      form.setFields(faults.map(({ field, message }) => ({ name: field as 'email', errors: [message] })));
    }
  };
  return (
    <Modal
      open
      title={person ? t('resource.editName', { name: person.name ?? person.email }) : t('admin-team.invite')}
      onCancel={onClose}
      width={520}
      okText={t(person ? 'resource.saveAction' : 'admin-team.send')}
      confirmLoading={isBusy}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger={[]}
        initialValues={{ email: person?.email ?? '', role: person?.role ?? 'WM_READER' }}
        onFinish={(values) => void save({ email: person?.email ?? values.email, role: values.role })}
      >
        {!person && (
          <Form.Item
            className="form-field"
            name="email"
            label={t('admin-team.fields.email')}
            rules={[{ validator: validate }]}
          >
            <Input type="email" autoFocus autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item className="form-field" name="role" label={t('admin-team.fields.role')}>
          <Radio.Group className="team-roles">
            {STAFF_ROLES.map((role) => (
              <Radio key={role} value={role}>
                {t(`admin-team.roles.${role}`)}: {t(`admin-team.roleText.${role}`)}
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      </Form>
    </Modal>
  );
}
