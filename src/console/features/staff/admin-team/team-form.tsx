import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { staff } from '../../../../../resources/staff.ts';
import { STAFF_ROLES } from '../../../../shared/roles.ts';
import { Choices } from '../../../components/choices.tsx';
import { FormDialog } from '../../../resource/form-dialog.tsx';

/** The address of an invited person is fixed. */
const ofPerson = { ...staff, form: ['role'] };

/** Invites somebody to the staff, or gives them another role. */
export function TeamForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const roles = STAFF_ROLES.map((value) => ({
    value,
    label: t(`staff.options.role.${value}`),
    text: t(`staff.roleText.${value}`),
  }));
  return (
    <FormDialog
      resource={id === undefined ? staff : ofPerson}
      start={{ role: 'WM_READER' }}
      inputs={{ role: <Choices options={roles} /> }}
    />
  );
}
