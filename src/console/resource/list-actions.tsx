import { useLocation } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { Icon } from '../components/icon.tsx';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import type { RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';
import type { RowCalls } from './use-row-calls.tsx';

/** The link to the form of a new row. The list behind the form keeps its view. */
export function CreateLink({ resource }: { resource: Resource }) {
  const { search } = useLocation();
  return (
    <ButtonLink to={`${resource.path}/new${search}`} type="primary" icon={<Icon name="add" />}>
      {textsOf(resource).create}
    </ButtonLink>
  );
}

export interface RowActions<R> {
  resource: Resource;
  /** Actions of a row, after the declared ones and before edit and delete. */
  actions?: (row: R) => readonly RowAction[];
  /** The link of a row for users who may not edit it; its own page by default. */
  hrefOf?: (row: R) => string | undefined;
  /** Whether a row can be neither edited nor deleted, and has no declared actions. */
  isFixed?: (row: R) => boolean;
  /** Whether a row cannot be deleted. */
  isKept?: (row: R) => boolean;
}

/** Returns the link and the actions of a row that its resource declares and the policy allows. */
export function useRowActions<R extends { id: string }>(
  { resource, actions, isFixed = () => false, isKept = () => false, ...props }: RowActions<R>,
  calls: RowCalls<R>,
  nameOf: (row: R) => string,
  remove: (row: R) => void,
) {
  const { search } = useLocation();
  const texts = textsOf(resource);
  const canShow = useAllowed(resource.name, 'show') && resource.actions.includes('show');
  const canEdit = useAllowed(resource.name, 'edit') && resource.actions.includes('edit');
  const canDelete = useAllowed(resource.name, 'delete') && resource.actions.includes('delete');
  const canSeeHistory = useAllowed(resource.name, 'history') && resource.history === true;
  const hasRelated = canShow && resource.related !== undefined;
  const editHref = (row: R) => `${resource.path}/edit/${row.id}${search}`;
  const showHref = props.hrefOf ?? ((row: R): string | undefined => `${resource.path}/${row.id}`);
  const [editHint, deleteHint] = [t('resource.edit'), texts.t('deleteAction')];
  const edit = (row: R): RowAction => {
    const label = t('resource.editName', { name: nameOf(row) });
    return { icon: 'edit', label, hint: editHint, to: editHref(row) };
  };
  // Rows of users who may edit lead to the form, not to the page that has the history and the related lists.
  const history = (row: R): RowAction => {
    const label = t('resource.history.of', { name: nameOf(row) });
    return { icon: 'clock', label, hint: t('resource.history.title'), to: showHref(row) };
  };
  const open = (row: R): RowAction => {
    const label = t('resource.openName', { name: nameOf(row) });
    return { icon: 'layers', label, hint: t('resource.open'), to: showHref(row) };
  };
  const deletion = (row: R): RowAction => {
    const label = texts.t('deleteName', { name: nameOf(row) });
    return { icon: 'trash', label, hint: deleteHint, danger: true, onClick: () => remove(row) };
  };
  const of = (row: R): RowAction[] => [
    ...(isFixed(row) ? [] : (calls.of?.(row) ?? [])),
    ...calls.opening(actions?.(row)),
    ...(canEdit && !isFixed(row) ? [edit(row)] : []),
    ...(hasRelated && canEdit ? [open(row)] : []),
    ...(canSeeHistory ? [history(row)] : []),
    ...(canDelete && !isFixed(row) && !isKept(row) ? [deletion(row)] : []),
  ];
  return {
    hrefOf: (row: R) => (canEdit && !isFixed(row) ? editHref(row) : canShow ? showHref(row) : undefined),
    of: canEdit || canDelete || canSeeHistory || actions || calls.of ? of : undefined,
  };
}
