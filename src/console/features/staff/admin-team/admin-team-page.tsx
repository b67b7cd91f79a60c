import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staff } from '../../../../../resources/staff.ts';
import { STAFF_ROLES } from '../../../../shared/roles.ts';
import { staffInvite, type StaffPerson } from '../../../../shared/staff.ts';
import { Choices } from '../../../components/choices.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useForm } from '../../../components/use-form.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { useMe } from '../../../session/me.ts';

type TeamValues = Pick<StaffPerson, 'role'> & { email?: string };

const nameOf = ({ name, email }: StaffPerson) => name ?? email;
/** The form opens without an address: the API returns no single person. */
const listed = { ...staff, actions: ['list', 'create', 'delete'] };

/** The page where the platform's staff are invited, get another role or are removed. */
export function AdminTeamPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const canEdit = useAllowed(staff.name, 'edit');
  const [edited, setEdited] = useState<StaffPerson | 'new'>();
  const isFixed = ({ id }: StaffPerson) => id === me?.id;
  const edit = (person: StaffPerson) => ({
    icon: 'edit' as const,
    label: t('resource.editName', { name: nameOf(person) }),
    hint: t('resource.edit'),
    onClick: () => setEdited(person),
  });
  return (
    <>
      <ListPage
        resource={listed}
        nameOf={nameOf}
        isFixed={isFixed}
        cells={{ name: (person) => <span className="cell-line">{nameOf(person)}</span> }}
        actions={(person) => (canEdit && !isFixed(person) ? [edit(person)] : [])}
        create={
          <Button type="primary" icon={<Icon name="add" />} onClick={() => setEdited('new')}>
            {t('staff.new')}
          </Button>
        }
      />
      {edited && <TeamForm person={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function TeamForm({ person, onClose }: { person?: StaffPerson; onClose: () => void }) {
  const { t } = useTranslation();
  const { formProps, isSaving } = useForm<TeamValues>({
    resource: staff.name,
    action: person ? 'edit' : 'create',
    id: person?.id,
    initial: { role: person?.role ?? 'WM_READER' },
    bodyOf: ({ email, role }) => (person ? { role } : { email: email?.trim(), role }),
    successText: (_, { email = person?.email }) => t(person ? 'staff.saved' : 'staff.invited', { email }),
    onMutationSuccess: onClose,
  });
  return (
    <FormModal
      title={person ? t('resource.editName', { name: nameOf(person) }) : t('staff.new')}
      onCancel={onClose}
      width={520}
      okText={t(person ? 'resource.saveAction' : 'staff.send')}
      formProps={formProps}
      isSaving={isSaving}
    >
      {!person && (
        <FormField name="email" label={t('staff.fields.email')} schema={staffInvite.shape.email}>
          <Input type="email" data-first autoComplete="off" />
        </FormField>
      )}
      <Form.Item className="form-field" name="role" label={t('staff.fields.role')}>
        <Choices
          options={STAFF_ROLES.map((value) => ({
            value,
            label: t(`staff.options.role.${value}`),
            text: t(`staff.roleText.${value}`),
          }))}
        />
      </Form.Item>
    </FormModal>
  );
}
