import { useParams } from 'react-router';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { staff } from '../../../../../resources/staff.ts';
import { STAFF_ROLES } from '../../../../shared/roles.ts';
import { Choices } from '../../../components/choices.tsx';
import { t } from '../../../providers/i18n.ts';
import { parts } from '../../../resource/parts.ts';
import { useMe } from '../../../session/me.ts';

const nameOf = ({ name, email }: RecordOf<typeof staff>) => name ?? email;

/** The address of an invited person is fixed. */
const ofPerson = { ...staff, form: ['role'] };

export default parts(staff, {
  useList: () => {
    const { data: me } = useMe();
    return {
      nameOf,
      hrefOf: () => undefined,
      // Nobody may edit or remove themselves.
      isFixed: ({ id }) => id === me?.id,
      cells: { name: (row) => <span className="cell-line">{nameOf(row)}</span> },
    };
  },
  useForm: () => {
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
  },
});
