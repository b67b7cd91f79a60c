import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { BULK_MOST } from '../../shared/contents.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FieldCell, isFigure } from './field-cell.tsx';
import { EmptyState, LoadError, NothingMatches, StaleNotice } from './list-states.tsx';
import { CreateLink, useRowActions } from './list-actions.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { NeedsContext } from './needs-context.tsx';
import { PageFrame } from './page-frame.tsx';
import { Pager } from './pager.tsx';
import { useListView, type ListViewControl } from './use-list-view.ts';
import { useMay } from './use-may.ts';
import { useRows, type PollEvery, type Row } from './use-rows.ts';
import { isNarrowed, isSortable, withoutFilters, type ListView } from './view.ts';
import { useWords, type Words } from './words.ts';

export interface ListPageProps {
  resource: Resource;
  /** Cells that a screen draws itself, by column. */
  cells?: Record<string, (row: Row) => ReactNode>;
  /** Columns other than the declaration's; one that is no field needs a cell. */
  columns?: readonly string[];
  /** Actions of a row, before edit and delete. */
  actions?: (row: Row) => ReactNode;
  /** Where a row leads to for who may not edit; its own page unless told. */
  hrefOf?: (row: Row) => string | undefined;
  /** What stands beside the filters. */
  toolbar?: (control: ListViewControl) => ReactNode;
  /** What can be done with the list as a whole, beside the screen's primary action; nothing of it while there is no row. */
  tools?: (control: ListViewControl) => ReactNode;
  /** Switches of the toolbar that travel in the address and to the call, by name. */
  extras?: readonly string[];
  /** In place of the engine's own empty state. */
  empty?: ReactNode;
  /** In place of the link to `<path>/new`. */
  create?: ReactNode;
  /** Makes rows choosable; draws the actions on those chosen. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** Asks before a row is deleted, and deletes it, in place of the engine's own question. */
  removal?: (row: Row | undefined, close: () => void) => ReactNode;
  poll?: PollEvery;
}

/** The list of any resource, drawn from its declaration; the address says all of its state. */
export function ListPage(props: ListPageProps) {
  const { resource } = props;
  const control = useListView(resource, props.extras);
  const words = useWords(resource);
  const mayCreate = useMay(resource.name, 'create') && resource.acts.includes('create');
  const link = props.create ?? (resource.form ? <CreateLink resource={resource} words={words} /> : null);
  const body = { ...props, control, words, create: mayCreate ? link : null };
  const isPlaced = resource.scope !== 'context' || control.contextId !== undefined;
  const waiting = <DataTable columns={columnsOf(body)} rows={undefined} label={words.title} nameOf={String} />;
  return (
    <>
      {isPlaced ? (
        // Another context is another list: nothing of the one before may stand in for it.
        <ListBody key={control.contextId} {...body} />
      ) : (
        <ListFrame words={words} create={body.create}>
          <NeedsContext waiting={waiting}>{() => waiting}</NeedsContext>
        </ListFrame>
      )}
      {/* Forms open over the list; they stay as they are whatever becomes of the list below them. */}
      <Outlet />
    </>
  );
}

function ListFrame(props: Pick<BodyProps, 'words' | 'create'> & { tools?: ReactNode; children: ReactNode }) {
  const { words, tools, create, children } = props;
  const action = tools ? (
    <>
      {tools}
      {create}
    </>
  ) : (
    create
  );
  return (
    <PageFrame title={words.title} intro={words.intro} action={action} wide>
      {children}
    </PageFrame>
  );
}

type BodyProps = ListPageProps & { control: ListViewControl; words: Words; create: ReactNode };

const LONG_KINDS = new Set(['url', 'email', 'longText', 'references']);

function columnsOf({ resource, cells, columns, control, words }: BodyProps): Column[] {
  const { view, hrefOf } = control;
  return (columns ?? (resource.list.columns as readonly string[])).map((name) => {
    const field = resource.fields[name];
    const isNow = view.sort.replace(/^-/, '') === name;
    const isDown = isNow && view.sort.startsWith('-');
    return {
      name,
      label: words.field(name),
      isFigure: isFigure(field?.kind),
      isLong: field !== undefined && LONG_KINDS.has(field.kind),
      cell: cells?.[name] ?? ((row) => <FieldCell resource={resource} name={name} value={row[name]} />),
      sort:
        field && isSortable(resource, name)
          ? {
              href: hrefOf({ sort: isNow && !isDown ? `-${name}` : name }),
              now: isNow ? (isDown ? ('descending' as const) : ('ascending' as const)) : undefined,
            }
          : undefined,
    };
  });
}

/** Fetched with the first row chosen. */
const ChooseAll = lazy(async () => ({ default: (await import('./choose-all.tsx')).ChooseAll }));

const NONE = { of: '', rows: [] as readonly Row[] };

/**
 * Chosen rows, forgotten when the rows on the screen are others. All that a search and filters find may be chosen, those of
 * other pages too: these are forgotten with another search or filter.
 */
function useSelection(rows: readonly Row[] | undefined, view: ListView) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(NONE);
  const found = JSON.stringify({ ...view, page: 0, limit: 0 });
  const here = rows ?? [];
  const elsewhere = all.of === found ? all.rows.filter(({ id }) => !here.some((row) => row.id === id)) : [];
  const chosen = [...here, ...elsewhere].filter(({ id }) => ids.has(id));
  const clear = () => {
    setIds(new Set());
    setAll(NONE);
  };
  const chooseAll = (others: readonly Row[]) => {
    setAll({ of: found, rows: others });
    setIds(new Set(others.map(({ id }) => id)));
  };
  return { ids: new Set(chosen.map(({ id }) => id)), chosen, onChange: setIds, chooseAll, clear };
}

function ListBody(props: BodyProps) {
  const { resource, control, words, bulk } = props;
  const { view, change, contextId } = control;
  const { rows, total, isTotalLeast, error, isStandIn, isAsking, again } = useRows(
    resource,
    view,
    contextId,
    props.poll,
  );
  const selection = useSelection(rows, view);
  // Offered once the page itself is chosen, as the box above the rows does that.
  const hasMore = rows !== undefined && total > rows.length && selection.chosen.length >= rows.length;
  const [doomed, setDoomed] = useState<Row>();
  const spare = () => setDoomed(undefined);
  const nameOf = (row: Row) => String(row[resource.title] ?? '');
  const actions = useRowActions(props, nameOf, setDoomed);
  const last = Math.max(1, Math.ceil(total / view.limit));
  const isBeyond = rows?.length === 0 && total > 0 && view.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond, last, change]);

  const isEmpty = rows?.length === 0 && !isBeyond && !isStandIn;
  if (!rows && error) {
    return (
      <ListFrame words={words} create={props.create}>
        <LoadError error={error} again={() => void again()} busy={isAsking} />
      </ListFrame>
    );
  }
  if (isEmpty && !isNarrowed(view)) return <Empty {...props} />;
  return (
    <ListFrame words={words} create={props.create} tools={props.tools?.(control)}>
      <ListToolbar resource={resource} words={words} control={control}>
        {props.toolbar?.(control)}
      </ListToolbar>
      {error && rows && <StaleNotice again={() => void again()} busy={isAsking} />}
      {isEmpty ? (
        <NothingMatches clear={() => change(withoutFilters(view))} />
      ) : (
        <>
          <DataTable
            columns={columnsOf(props)}
            rows={isBeyond ? undefined : rows}
            label={words.title}
            nameOf={nameOf}
            hrefOf={actions.hrefOf}
            actions={actions.draw}
            selection={bulk && selection}
            isStandIn={isStandIn}
          />
          {rows && total > 0 && <Pager control={control} total={total} isTotalLeast={isTotalLeast} />}
        </>
      )}
      {bulk && selection.chosen.length > 0 && (
        <BulkBar count={selection.chosen.length} clear={selection.clear}>
          {hasMore && selection.chosen.length < Math.min(total, BULK_MOST) && (
            <Suspense>
              <ChooseAll {...{ resource, view, contextId, total }} onChosen={selection.chooseAll} />
            </Suspense>
          )}
          {bulk(selection.chosen, selection.clear)}
        </BulkBar>
      )}
      {props.removal ? (
        props.removal(doomed, spare)
      ) : (
        <DeleteDialog {...{ resource, nameOf }} row={doomed} onClose={spare} />
      )}
    </ListFrame>
  );
}

/** No row at all: the one action of the screen stands in the middle of it. */
function Empty({ words, empty, create, toolbar, control }: BodyProps) {
  return (
    <ListFrame words={words} create={null}>
      {toolbar && <div className="toolbar">{toolbar(control)}</div>}
      {empty ?? <EmptyState title={words.say('empty.title')} text={words.say('empty.text')} action={create} />}
    </ListFrame>
  );
}
