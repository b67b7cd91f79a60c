import { staff } from '../../../../../resources/staff.ts';
import type { StaffPerson } from '../../../../shared/staff.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { useMe } from '../../../session/me.ts';

const nameOf = ({ name, email }: StaffPerson) => name ?? email;

/** The platform's staff. Nobody may edit or remove themselves. */
export function AdminTeamPage() {
  const { data: me } = useMe();
  return (
    <ListPage
      resource={staff}
      nameOf={nameOf}
      hrefOf={() => undefined}
      isFixed={({ id }) => id === me?.id}
      cells={{ name: (person) => <span className="cell-line">{nameOf(person)}</span> }}
    />
  );
}
