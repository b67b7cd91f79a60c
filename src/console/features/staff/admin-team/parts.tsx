import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { staff } from '../../../../../resources/staff.ts';
import { STAFF_ROLES } from '../../../../shared/roles.ts';
import type { StaffPerson } from '../../../../shared/staff.ts';
import { Choices } from '../../../components/choices.tsx';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { parts } from '../../../resource/parts.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';
import { useMe } from '../../../session/me.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

const nameOf = ({ name, email }: StaffPerson) => name ?? email;

/** Nobody may edit or remove themselves. */
function usePeople() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const canReset = useAllowed('staff', 'reset-factor');
  const [person, setPerson] = useState<StaffPerson>();
  return {
    nameOf,
    hrefOf: () => undefined,
    isFixed: ({ id }: StaffPerson) => id === me?.id,
    cells: { name: (row: StaffPerson) => <span className="cell-line">{nameOf(row)}</span> },
    actions: (row: StaffPerson): RowAction[] =>
      canReset && row.id !== me?.id && row.status === 'ACTIVE'
        ? [
            {
              icon: 'shield',
              label: t('staff.resetFactor.of', { name: nameOf(row) }),
              hint: t('staff.resetFactor.action'),
              onClick: () => setPerson(row),
            },
          ]
        : [],
    dialog: person && (
      <ReasonDialog
        title={t('staff.resetFactor.title', { name: nameOf(person) })}
        text={t('staff.resetFactor.text')}
        action={t('staff.resetFactor.action')}
        done={t('staff.resetFactor.done', { name: nameOf(person) })}
        run={(reason) => request(`${staff.api}/${person.id}/reset-factor`, { method: 'POST', body: { reason } })}
        onClose={() => setPerson(undefined)}
      />
    ),
  };
}

/** The address of an invited person is fixed. */
const ofPerson = { ...staff, form: ['role'] };

function usePersonForm() {
  const { t } = useTranslation();
  const { id } = useParams();
  const roles = STAFF_ROLES.map((value) => ({
    value,
    label: t(`staff.options.role.${value}`),
    text: t(`staff.roleText.${value}`),
  }));
  return {
    resource: id === undefined ? staff : ofPerson,
    start: { role: 'WM_READER' },
    inputs: { role: <Choices options={roles} /> },
  };
}

export default parts(staff, { useList: usePeople, useForm: usePersonForm });
