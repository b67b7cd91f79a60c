import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeys } from '../../../../../resources/api-keys.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import type { RowAction } from '../../../resource/row-menu.tsx';

type ApiKey = RecordOf<typeof apiKeys>;

/** Without the list's standard row actions, because only keys that still open something can be revoked. */
const listed = { ...apiKeys, actions: ['list', 'create'] };

/** The API keys of the account. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const canRevoke = useAllowed(apiKeys.name, 'delete');
  const [doomed, setDoomed] = useState<ApiKey>();
  const actions = (row: ApiKey): RowAction[] => {
    if (!canRevoke || row.status === 'revoked' || row.status === 'expired') return [];
    const label = t('api-keys.revokeName', { name: row.name });
    return [{ icon: 'trash', danger: true, label, hint: t('api-keys.delete.action'), onClick: () => setDoomed(row) }];
  };
  return (
    <>
      <ListPage
        resource={listed}
        actions={actions}
        cells={{
          // antd has no monospaced cell, and letters of a secret look alike otherwise.
          hint: ({ hint }) => <code>{`…${hint}`}</code>,
          status: ({ status }) => <FieldCell resource={apiKeys} name="status" value={status} />,
        }}
      />
      <DeleteDialog resource={apiKeys} row={doomed} nameOf={({ name }) => name} onClose={() => setDoomed(undefined)} />
    </>
  );
}
