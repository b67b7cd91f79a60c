import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Check } from './check.tsx';
import { Icon } from './icon.tsx';
import type { Row } from './use-rows.ts';
import { SkeletonLine } from './skeleton.tsx';
import './data-table.css';

export interface Column {
  name: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  isFigure?: boolean;
  /** Values of this column may be long: on a phone they get a line of their own. */
  isLong?: boolean;
  /** Present when the column can be sorted by: the query that sorts by it, and how it is sorted now. */
  sort?: { href: string; now: 'ascending' | 'descending' | undefined };
}

interface TableProps {
  columns: readonly Column[];
  /** undefined: the first rows are on their way. */
  rows: readonly Row[] | undefined;
  label: string;
  /** How many rows to expect while none is here. */
  expected?: number;
  /** Where a row leads to. */
  hrefOf?: (row: Row) => string | undefined;
  /** A row's name, for the words of its controls. */
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  selection?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void };
  /** The rows are those of another view, still shown while the right ones come. */
  isStandIn?: boolean;
}

function SortHead({ column }: { column: Column }) {
  if (!column.sort) return column.label;
  const { href, now } = column.sort;
  return (
    <Link className="sort-head" to={href} preventScrollReset>
      {column.label}
      <span className={now ? 'sort-arrow sort-now' : 'sort-arrow'}>
        <Icon name={now === 'descending' ? 'arrowDown' : 'arrowUp'} size={12} />
      </span>
    </Link>
  );
}

function Head({ columns, rows, selection, actions }: TableProps) {
  const { t } = useTranslation();
  const all = (rows ?? []).map(({ id }) => id);
  const chosen = all.filter((id) => selection?.ids.has(id)).length;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" className="pick">
            <Check
              label={t('resource.pickAll')}
              checked={all.length > 0 && chosen === all.length}
              isPartial={chosen > 0 && chosen < all.length}
              disabled={all.length === 0}
              onChange={(checked) => selection.onChange(new Set(checked ? all : []))}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.name}
            role="columnheader"
            scope="col"
            data-column={column.name}
            className={column.isFigure ? 'at-right' : undefined}
            aria-sort={column.sort ? (column.sort.now ?? 'none') : undefined}
          >
            <SortHead column={column} />
          </th>
        ))}
        {actions && (
          <th role="columnheader" className="row-actions">
            <span className="unseen">{t('resource.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const CONTROLS = 'a, button, input, label, [role="switch"], [role="menuitem"]';
/** Clicks on a row's controls, and the end of a selection of text, are no clicks on the row. */
const isOnRow = (event: MouseEvent) =>
  !(event.target as Element).closest(CONTROLS) && !window.getSelection()?.toString() && event.button === 0;

function BodyRow(props: TableProps & { row: Row }) {
  const { columns, row, selection, hrefOf, nameOf, actions } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const href = hrefOf?.(row);
  const isChosen = selection?.ids.has(row.id) ?? false;
  const pick = (checked: boolean) => {
    const ids = new Set(selection?.ids);
    if (checked) ids.add(row.id);
    else ids.delete(row.id);
    selection?.onChange(ids);
  };
  return (
    <tr
      role="row"
      data-id={row.id}
      className={[href && 'leads', isChosen && 'chosen'].filter(Boolean).join(' ') || undefined}
      onClick={(event) => href && isOnRow(event) && void navigate(href)}
    >
      {selection && (
        <td role="cell" className="pick">
          <Check label={t('resource.pick', { name: nameOf(row) })} checked={isChosen} onChange={pick} />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.name}
          role={at === 0 ? 'rowheader' : 'cell'}
          data-column={column.name}
          data-long={column.isLong || undefined}
          className={at === 0 ? 'thing' : column.isFigure ? 'at-right' : undefined}
        >
          {at > 0 && (
            <span className="cell-label" aria-hidden>
              {column.label}
            </span>
          )}
          {at === 0 && href ? (
            <Link className="thing-link" to={href}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && (
        <td role="cell" className="row-actions">
          <span className="row-actions-inner">{actions(row)}</span>
        </td>
      )}
    </tr>
  );
}

const SkeletonRow = ({ columns, selection, actions }: TableProps) => (
  <tr role="row" className="skeleton-row">
    {selection && <td role="cell" className="pick" />}
    {columns.map(({ name }, at) => (
      <td key={name} role="cell" data-column={name} className={at === 0 ? 'thing' : undefined}>
        <SkeletonLine block={at === 0} />
      </td>
    ))}
    {actions && <td role="cell" className="row-actions" />}
  </tr>
);

/**
 * A table of rows, written in plain elements: on a phone the same elements lay themselves out as cards. (antd's table
 * would bring 40 kB and a sideways scroll. The roles are spelt out because `display` takes them away from a table.)
 */
export function DataTable(props: TableProps) {
  const { rows, isStandIn } = props;
  const classes = ['rows', isStandIn && 'rows-standing-in'].filter(Boolean).join(' ');
  return (
    <div className="rows-frame">
      <table className={classes} role="table" aria-label={props.label} aria-busy={!rows || isStandIn}>
        <Head {...props} />
        <tbody role="rowgroup">
          {rows
            ? rows.map((row) => <BodyRow key={row.id} {...props} row={row} />)
            : Array.from({ length: props.expected ?? 6 }, (_, at) => <SkeletonRow key={at} {...props} />)}
        </tbody>
      </table>
    </div>
  );
}
