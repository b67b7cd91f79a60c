import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staff } from '../../../../../resources/staff.ts';
import type { StaffPerson } from '../../../../shared/staff.ts';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ListPage } from '../../../resource/list-page.tsx';
import { useMe } from '../../../session/me.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

const nameOf = ({ name, email }: StaffPerson) => name ?? email;

/** The platform's staff. Nobody may edit or remove themselves. */
export function AdminTeamPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const canReset = useAllowed('staff', 'reset-factor');
  const [person, setPerson] = useState<StaffPerson>();
  return (
    <>
      <ListPage
        resource={staff}
        nameOf={nameOf}
        hrefOf={() => undefined}
        isFixed={({ id }) => id === me?.id}
        cells={{ name: (row) => <span className="cell-line">{nameOf(row)}</span> }}
        actions={(row) =>
          canReset && row.id !== me?.id && row.status === 'ACTIVE'
            ? [
                {
                  icon: 'shield',
                  label: t('staff.resetFactor.of', { name: nameOf(row) }),
                  hint: t('staff.resetFactor.action'),
                  onClick: () => setPerson(row),
                },
              ]
            : []
        }
      />
      {person && (
        <ReasonDialog
          title={t('staff.resetFactor.title', { name: nameOf(person) })}
          text={t('staff.resetFactor.text')}
          action={t('staff.resetFactor.action')}
          done={t('staff.resetFactor.done', { name: nameOf(person) })}
          run={(reason) => request(`${staff.api}/${person.id}/reset-factor`, { method: 'POST', body: { reason } })}
          onClose={() => setPerson(undefined)}
        />
      )}
    </>
  );
}
