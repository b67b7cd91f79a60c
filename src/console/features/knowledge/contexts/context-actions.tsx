import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { RowAction } from '../../../resource/row-actions.tsx';
import type { Branch } from './context-tree.ts';

/** What may be done with contexts, by what the person may. */
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

/** The address of the form that makes a context inside another. */
export const newInside = (id: string) => `/contexts/new?parent=${id}`;
/** The address of the form that renames and moves a context. */
export const editOf = (id: string) => `/contexts/edit/${id}`;

/** The controls of one context, the same wherever it is drawn; none for who only reads. */
export function ContextActions(props: {
  branch: Branch;
  rights: ContextRights;
  onDelete: (branch: Branch) => void;
  /** What the address carries on, so that what lies behind a form stays as it is. */
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
          to={`${newInside(id)}${view && `&view=${view}`}`}
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
