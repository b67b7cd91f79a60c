import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { STAFF_ROLES, staffInvite, type StaffPerson } from '../../../../shared/staff.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { useForm } from '../../../components/use-form.ts';

/** Refine's name of the team. It is no declared resource: people are listed without pages. */
export const STAFF = 'admin/staff';

type TeamValues = Pick<StaffPerson, 'role'> & { email?: string };

/** The form that invites a person to the team, or changes the role of `person`. */
export function TeamForm({ person, onClose }: { person?: StaffPerson; onClose: () => void }) {
  const { t } = useTranslation();
  const { formProps, isSaving } = useForm<TeamValues>({
    resource: STAFF,
    action: person ? 'edit' : 'create',
    id: person?.id,
    initial: { role: person?.role ?? 'WM_READER' },
    bodyOf: ({ email, role }) => (person ? { role } : { email: email?.trim(), role }),
    said: (_, { email = person?.email }) => t(person ? 'admin-team.saved' : 'admin-team.invited', { email }),
    onMutationSuccess: onClose,
  });
  return (
    <FormModal
      title={person ? t('resource.editName', { name: person.name ?? person.email }) : t('admin-team.invite')}
      onCancel={onClose}
      width={520}
      okText={t(person ? 'resource.saveAction' : 'admin-team.send')}
      formProps={formProps}
      isSaving={isSaving}
    >
      {!person && (
        <FormField name="email" label={t('admin-team.fields.email')} schema={staffInvite.shape.email}>
          <Input type="email" data-first autoComplete="off" />
        </FormField>
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
    </FormModal>
  );
}
