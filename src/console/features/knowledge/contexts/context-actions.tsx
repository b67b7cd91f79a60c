import { useLocation } from 'react-router';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import type { Branch } from './context-tree.ts';

/** The buttons of one context, in the diagram and in the tree. The page behind a form keeps its view and search. */
export function ContextActions({ branch, onDelete }: { branch: Branch; onDelete: (branch: Branch) => void }) {
  const { search } = useLocation();
  const canCreate = useAllowed('contexts', 'create');
  const canEdit = useAllowed('contexts', 'edit');
  const canDelete = useAllowed('contexts', 'delete');
  const { id, name } = branch;
  return (
    <>
      {canCreate && (
        <RowAction
          icon="add"
          label={t('contexts.addInsideName', { name })}
          hint={t('contexts.addInside')}
          to={`/contexts/new${search ? `${search}&` : '?'}parent=${id}`}
        />
      )}
      {canEdit && (
        <RowAction
          icon="edit"
          label={t('resource.editName', { name })}
          hint={t('contexts.editHint')}
          to={`/contexts/edit/${id}${search}`}
        />
      )}
      {canDelete && (
        <RowAction
          icon="trash"
          danger
          label={t('resource.deleteName', { name })}
          hint={t('resource.delete.action')}
          onClick={() => onDelete(branch)}
        />
      )}
    </>
  );
}
