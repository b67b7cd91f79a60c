import { Flex, type TableProps } from 'antd';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { NeedsContext } from '../components/needs-context.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { type EmptyState, LoadError, NothingMatches, StaleNotice } from '../components/states.tsx';
import { useAllowed } from '../providers/use-allowed.ts';
import { isNarrowed, isSortable, type ListView, sortersOf, withoutFilters } from '../providers/view.ts';
import { useVisible } from '../providers/visible.ts';
import type { Results } from './action-result.tsx';
import { useBulkActions } from './bulk-actions.tsx';
import { CallsOnAll } from './call-on-all.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { drawnKindOf } from './drawn-kinds.ts';
import { FieldCell } from './field-cell.tsx';
import { CreateLink, ExportButton, type RowActions, useImportDialog, useRowActions } from './list-actions.tsx';
import { EmptyList, ListFrame } from './list-frame.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ListViews } from './list-views.tsx';
import { ListPages, tablePagination, useLastPage } from './pager.tsx';
import { BulkBar, useSelection } from './selection.tsx';
import { textsOf } from './texts.ts';
import { type ListControl, type PollEvery, type Row, useListTable, useNamedContext } from './use-list-table.ts';
import { useRowCalls } from './use-row-calls.tsx';

export interface ListPageProps<R> extends RowActions<R> {
  cells?: Record<string, (row: R) => ReactNode>;
  /** Replaces the declared columns. A column that is not a field needs a cell. */
  columns?: readonly string[] | ((rows: readonly R[]) => readonly string[]);
  /** Replaces the table by other elements. `table` draws some of the rows as a table of that name. */
  rows?: (
    rows: readonly R[],
    control: ListControl,
    table: (some: readonly R[], name: string) => ReactNode,
  ) => ReactNode;
  /** The name of a row; the declaration's title field by default. */
  nameOf?: (row: R) => string;
  /** Rendered beside the filters. */
  toolbar?: (control: ListControl) => ReactNode;
  /** Actions on the list as a whole, beside the primary action; hidden while there are no rows. */
  tools?: (control: ListControl) => ReactNode;
  /** The list is a part of another page, whose frame it has. */
  isPart?: boolean;
  /** Links to other pages, beside the tools; also while there are no rows. */
  links?: ReactNode;
  /** `above` and `below` are rendered around the rows, also when there are none. */
  above?: (control: ListControl) => ReactNode;
  below?: (control: ListControl) => ReactNode;
  /** What the empty state has instead of the usual drawing, the usual texts and the link to the form of a new row. */
  empty?: Partial<ComponentProps<typeof EmptyState>>;
  /** Replaces the link to `<path>/new`. */
  create?: ReactNode;
  /** Replaces the declared actions on the selected rows. */
  bulk?: (rows: readonly R[], clear: () => void) => ReactNode;
  /** Replaces the default dialog that confirms and deletes a row. */
  removal?: (row: R | undefined, close: () => void) => ReactNode;
  poll?: PollEvery<R>;
  results?: Results;
}

/**
 * The list of any resource, rendered from its declaration. Filters, sort order and page are in the address. `R` is the
 * type of rows that have more than the declared fields.
 */
export function ListPage<D extends Resource, R extends RecordOf<D> = RecordOf<D>>(
  props: ListPageProps<R> & { resource: D },
) {
  const resource = useVisible(props.resource);
  const contextId = useNamedContext(resource.scope === 'context');
  const canCreate = useAllowed(resource.name, 'create') && resource.actions.includes('create');
  const link = props.create ?? <CreateLink resource={resource} />;
  const { button: importButton, dialog } = useImportDialog(resource, contextId);
  const body = { ...props, resource, contextId, create: canCreate ? link : null, importButton };
  const isPlaced = resource.scope !== 'context' || contextId !== undefined;
  return (
    <>
      {isPlaced ? (
        // The key remounts the list for another context, so that it never shows rows of the previous one.
        <ListBody key={contextId} {...body} />
      ) : (
        <ListFrame {...body}>
          <NeedsContext>{() => null}</NeedsContext>
        </ListFrame>
      )}
      {/* Forms open over the list. They are outside of it, so that they stay open while it loads or fails. */}
      <Outlet />
      {dialog}
    </>
  );
}

export type BodyProps<R> = ListPageProps<R> & {
  contextId: string | undefined;
  create: ReactNode;
  importButton: ReactNode;
};

/** Returns the table's columns: the declared ones, or those in `columns`. */
export function columnsOf<R>(
  props: Pick<BodyProps<R>, 'resource' | 'cells'> & { columns?: readonly string[] },
  { sorters: [sorter] }: Pick<ListView, 'sorters'>,
): Column<R>[] {
  const { resource, cells, columns } = props;
  const texts = textsOf(resource);
  return (columns ?? resource.list.columns).map((name) => {
    const field = resource.fields[name];
    const drawn = field && drawnKindOf(field);
    const now = sorter?.field === name ? (sorter.order === 'desc' ? 'descend' : 'ascend') : null;
    return {
      name,
      label: texts.field(name),
      heading: texts.heading(name),
      isFigure: drawn?.isFigure,
      isLong: drawn?.isLong,
      isWide: resource.list.wideColumns?.includes(name),
      cell:
        cells?.[name] ??
        ((row) => <FieldCell resource={resource} name={name} value={(row as Record<string, unknown>)[name]} />),
      sort: isSortable(resource, name) ? { now } : undefined,
    };
  });
}

function ListBody<R extends Row>(props: BodyProps<R>) {
  const { resource, contextId } = props;
  const {
    table: { tableQuery },
    control,
  } = useListTable<R>(resource, contextId, props.poll);
  const { view, change } = control;
  const { data, error, isPlaceholderData: isStandIn } = tableQuery;
  const rows = data?.data;
  const total = data?.total ?? 0;
  const selection = useSelection(rows, view);
  const [toDelete, setToDelete] = useState<R>();
  const keep = () => setToDelete(undefined);
  const nameOf = props.nameOf ?? ((row) => String((row as Record<string, unknown>)[resource.title] ?? ''));
  const calls = useRowCalls(resource, nameOf, props.results);
  const actions = useRowActions(props, calls, nameOf, setToDelete);
  const declaredBulk = useBulkActions({ resource, calls, nameOf });
  const bulk = props.bulk ?? declaredBulk;
  const pagination = tablePagination(control, total, data?.isTotalLeast === true);
  const isBeyond = useLastPage(control, rows, total);

  const isEmpty = rows?.length === 0 && !isBeyond && !isStandIn;
  if (!rows && error) {
    return (
      <ListFrame {...props}>
        <LoadError query={tableQuery} />
      </ListFrame>
    );
  }
  const toolbar = (
    <ListToolbar
      resource={resource}
      control={control}
      views={resource.list.views && <ListViews resource={resource} control={control} />}
    >
      {props.toolbar?.(control)}
    </ListToolbar>
  );
  if (isEmpty && !isNarrowed(resource, view)) return <EmptyList {...props} control={control} filters={toolbar} />;
  const onChange: TableProps<R>['onChange'] = ({ current, pageSize }, _, sorter) => {
    const { field, order } = [sorter].flat()[0] ?? {};
    const sorters = order ? sortersOf(`${order === 'descend' ? '-' : ''}${String(field)}`) : undefined;
    change({ sorters, currentPage: current, pageSize });
  };
  const tools = (
    <>
      {resource.list.export && <ExportButton resource={resource} control={control} />}
      {props.importButton}
      {props.tools?.(control)}
      {resource.rowCalls?.some(({ all }) => all) && <CallsOnAll resource={resource} control={control} />}
    </>
  );
  const clearFilters = () => change({ filters: withoutFilters(resource, view) });
  const names = typeof props.columns === 'function' ? props.columns(rows ?? []) : props.columns;
  const shown = isBeyond ? undefined : rows;
  const table = (some: readonly R[] | undefined, label: string, isWhole = false) => (
    <DataTable
      columns={columnsOf({ ...props, columns: names }, view)}
      rows={some}
      label={label}
      nameOf={nameOf}
      hrefOf={actions.hrefOf}
      actions={actions.of}
      below={calls.resultOf}
      selection={bulk && (isWhole ? selection : selection.within(some))}
      isStandIn={isWhole && isStandIn}
      onChange={onChange}
      pagination={isWhole && rows && total > 0 ? pagination : false}
    />
  );
  return (
    <ListFrame {...props} heading={tools}>
      {props.above?.(control)}
      {toolbar}
      {error && <StaleNotice query={tableQuery} />}
      {isEmpty ? (
        <NothingMatches clear={clearFilters} />
      ) : !props.rows ? (
        table(shown, textsOf(resource).title, true)
      ) : !shown ? (
        <Skeleton rows={8} />
      ) : (
        <Flex vertical gap="middle" className={isStandIn ? 'standing-in' : undefined} aria-busy={isStandIn}>
          {props.rows(shown, control, table)}
          <ListPages control={control} total={total} />
        </Flex>
      )}
      {props.below?.(control)}
      {bulk && selection.chosen.length > 0 && (
        <BulkBar
          resource={resource}
          view={view}
          contextId={contextId}
          total={total}
          selection={selection}
          shown={rows?.length ?? 0}
        >
          {bulk(selection.chosen, selection.clear)}
        </BulkBar>
      )}
      {calls.dialog}
      {props.removal ? (
        props.removal(toDelete, keep)
      ) : (
        <DeleteDialog resource={resource} nameOf={nameOf} row={toDelete} onClose={keep} />
      )}
    </ListFrame>
  );
}
