import { useLocation } from 'react-router';
import { t } from '../../../providers/i18n.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import type { Branch } from './context-tree.ts';

/** The buttons of one context, in the diagram and in the tree. The page behind a form keeps its view and search. */
export function ContextActions({ branch, onDelete }: { branch: Branch; onDelete: (branch: Branch) => void }) {
  const { search } = useLocation();
  const { id, name } = branch;
  return (
    <>
      <RowAction
        icon="add"
        label={t('contexts.addInsideName', { name })}
        hint={t('contexts.addInside')}
        allowedBy={['contexts', 'create']}
        to={`/contexts/new${search ? `${search}&` : '?'}parent=${id}`}
      />
      <RowAction
        icon="edit"
        label={t('resource.editName', { name })}
        hint={t('contexts.editHint')}
        allowedBy={['contexts', 'edit']}
        to={`/contexts/edit/${id}${search}`}
      />
      <RowAction
        icon="trash"
        danger
        label={t('resource.deleteName', { name })}
        hint={t('resource.delete.action')}
        allowedBy={['contexts', 'delete']}
        onClick={() => onDelete(branch)}
      />
    </>
  );
}
