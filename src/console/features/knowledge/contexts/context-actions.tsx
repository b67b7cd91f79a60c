import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import type { Branch } from './context-tree.ts';

export interface ContextRights {
  canCreate: boolean;
  canEdit: boolean;
  canDelete: boolean;
}

export function useContextRights(): ContextRights {
  const canCreate = useAllowed('contexts', 'create');
  const canEdit = useAllowed('contexts', 'edit');
  const canDelete = useAllowed('contexts', 'delete');
  return { canCreate, canEdit, canDelete };
}

const newSubcontextPath = (id: string) => `/contexts/new?parent=${id}`;
export const editOf = (id: string) => `/contexts/edit/${id}`;

/** The buttons of one context, in the diagram and in the tree. Shows nothing to users with read access only. */
export function ContextActions(props: {
  branch: Branch;
  rights: ContextRights;
  onDelete: (branch: Branch) => void;
  /** The chosen view, passed on in the address: the page behind the form keeps it. Empty without a choice. */
  view: string;
}) {
  const { t } = useTranslation();
  const { branch, rights, onDelete, view } = props;
  const { id, name } = branch;
  return (
    <>
      {rights.canCreate && (
        <RowAction
          icon="add"
          label={t('contexts.addInsideName', { name })}
          hint={t('contexts.addInside')}
          to={`${newSubcontextPath(id)}${view && `&view=${view}`}`}
        />
      )}
      {rights.canEdit && (
        <RowAction
          icon="edit"
          label={t('resource.editName', { name })}
          hint={t('contexts.editHint')}
          to={`${editOf(id)}${view && `?view=${view}`}`}
        />
      )}
      {rights.canDelete && (
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
