import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { DownloadMenu } from '../components/downloads.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { download } from '../http/download.ts';
import { listQuery } from '../providers/data.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { sortParam } from '../providers/view.ts';
import { dangerLast, type RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';
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
  // Rows of users who may edit lead to the form, not to the page that has the history and the related lists.
  const link = (icon: IconName, label: string, hint: string, row: R, path: string | undefined): RowAction => ({
    ...{ icon, hint: t(hint), to: path },
    label: t(label, { name: nameOf(row) }),
  });
  const deletion = (row: R): RowAction => {
    const label = texts.t('deleteName', { name: nameOf(row) });
    return { icon: 'trash', label, hint: texts.t('deleteAction'), danger: true, onClick: () => remove(row) };
  };
  const of = (row: R): RowAction[] => [
    ...(isFixed(row) ? [] : (calls.of?.(row) ?? [])),
    ...calls.opening(actions?.(row)),
    ...(canEdit && !isFixed(row) ? [link('edit', 'resource.editName', 'resource.edit', row, editHref(row))] : []),
    ...(hasRelated && canEdit ? [link('layers', 'resource.openName', 'resource.open', row, showHref(row))] : []),
    ...(canSeeHistory ? [link('clock', 'resource.history.of', 'resource.history.title', row, showHref(row))] : []),
    ...(canDelete && !isFixed(row) && !isKept(row) ? [deletion(row)] : []),
  ];
  return {
    hrefOf: (row: R) => (canEdit && !isFixed(row) ? editHref(row) : canShow ? showHref(row) : undefined),
    of: canEdit || canDelete || canSeeHistory || actions || calls.of ? (row: R) => dangerLast(of(row)) : undefined,
  };
}

const FORMATS = ['xlsx', 'csv'] as const;

/** A menu that downloads all rows of a list, as it is filtered and sorted. Null if the user may not. */
export function ExportButton(props: { resource: Resource; control: ListControl }) {
  const { resource, control } = props;
  const canExport = useAllowed(resource.name, 'export');
  if (!resource.list.export || !canExport) return null;
  const { view, contextId } = control;
  const query = { ...listQuery(resource, view.filters), sort: sortParam(view.sorters), contextId };
  return (
    <DownloadMenu
      label={t('resource.export')}
      formats={FORMATS.map((key) => ({ key, label: t(`resource.exports.${key}`) }))}
      save={(format) =>
        download(`${resource.api}/export`, `${textsOf(resource).title}.${format}`, { ...query, format })
      }
    />
  );
}

const ImportDialog = lazy(() => import('./import/import-dialog.tsx'));

/**
 * Returns the button that opens the dialog to create rows from a file, and the dialog, which must stay when the list gets its
 * first rows. Both are null if the user may not.
 */
export function useImportDialog(resource: Resource, contextId: string | undefined) {
  const [isOpen, setOpen] = useState(false);
  const canImport = useAllowed(resource.name, 'import') && resource.list.import;
  if (!canImport) return { button: null, dialog: null };
  return {
    button: (
      <Button icon={<Icon name="upload" />} onClick={() => setOpen(true)}>
        {t('resource.import.button')}
      </Button>
    ),
    dialog: isOpen && (
      <Suspense>
        <ImportDialog resource={resource} contextId={contextId} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
