import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ButtonLink } from './button-link.tsx';
import { Icon } from './icon.tsx';
import { RowAction } from './row-actions.tsx';
import { useMay } from './use-may.ts';
import type { Row } from './use-rows.ts';
import type { Words } from './words.ts';

/** The way to the form of a new row; the list keeps its view below it. */
export function CreateLink({ resource, words }: { resource: Resource; words: Words }) {
  const { search } = useLocation();
  return (
    <ButtonLink to={`${resource.path}/new${search}`} type="primary" icon={<Icon name="add" />}>
      {words.create}
    </ButtonLink>
  );
}

interface RowActions {
  resource: Resource;
  /** Actions of a row, before edit and delete. */
  actions?: (row: Row) => ReactNode;
  /** Where a row leads to for who may not edit; its own page unless told. */
  hrefOf?: (row: Row) => string | undefined;
}

/** Where a row leads to and what can be done with it, by what the declaration offers and the person may. */
export function useRowActions(props: RowActions, nameOf: (row: Row) => string, remove: (row: Row) => void) {
  const { resource, actions } = props;
  const { t } = useTranslation();
  const { search } = useLocation();
  const mayShow = useMay(resource.name, 'show') && resource.acts.includes('show');
  const mayEdit = useMay(resource.name, 'edit') && resource.acts.includes('edit');
  const mayDelete = useMay(resource.name, 'delete') && resource.acts.includes('delete');
  const editHref = (row: Row) => `${resource.path}/edit/${row.id}${search}`;
  const hrefOf = mayEdit
    ? editHref
    : mayShow
      ? (props.hrefOf ?? ((row: Row) => `${resource.path}/${row.id}`))
      : undefined;
  const draw = (row: Row) => (
    <>
      {actions?.(row)}
      {mayEdit && (
        <RowAction
          icon="edit"
          label={t('resource.editName', { name: nameOf(row) })}
          hint={t('resource.edit')}
          to={editHref(row)}
        />
      )}
      {mayDelete && (
        <RowAction
          icon="trash"
          danger
          label={t('resource.deleteName', { name: nameOf(row) })}
          hint={t('resource.delete.action')}
          onClick={() => remove(row)}
        />
      )}
    </>
  );
  return { hrefOf, draw: mayEdit || mayDelete || actions ? draw : undefined };
}
