import { Skeleton, Table, type TableProps } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '../providers/i18n.ts';
import { type RowAction, RowMenu } from './row-menu.tsx';
import './resource.css';

export interface Column<R> {
  name: string;
  label: string;
  /** Replaces the label in the header, where the label becomes the tooltip. */
  heading?: string;
  cell: (row: R) => ReactNode;
  /** Right-aligned. */
  isFigure?: boolean;
  /** Long values get their own line on phones. */
  isLong?: boolean;
  /** Left out of narrow tables. */
  isWide?: boolean;
  /** Set if the column is sortable. `now` is its current order. */
  sort?: { now: 'ascend' | 'descend' | null };
}

interface DataTableProps<R> extends Pick<TableProps<R>, 'onChange' | 'pagination'> {
  columns: readonly Column<R>[];
  /** undefined while the first rows load. */
  rows: readonly R[] | undefined;
  label: string;
  /** Returns the address that a click on the row opens. */
  hrefOf?: (row: R) => string | undefined;
  /** Returns a row's name, for the accessible names of its controls. */
  nameOf: (row: R) => string;
  actions?: (row: R) => readonly RowAction[];
  /** Rendered below a row, if there is something. */
  below?: (row: R) => ReactNode;
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void };
  /** The rows are those of the previous view, shown while the new ones load. */
  isStandIn?: boolean;
}

const CONTROLS = 'a, button, input, label, [role="switch"], [role="menuitem"]';
/** Returns whether a click is on the row itself: not on a control, and not the end of selecting text. */
const isOnRow = ({ target, button }: MouseEvent) =>
  !(target as Element).closest(CONTROLS) && !window.getSelection()?.toString() && button === 0;

type AntdColumn<R> = NonNullable<TableProps<R>['columns']>[number];

function columnOf<R>(column: Column<R>, at: number, hrefOf: DataTableProps<R>['hrefOf']): AntdColumn<R> {
  const { name, label, heading, cell, isFigure, isLong, isWide, sort } = column;
  const isFirst = at === 0;
  const className = [isFirst && 'title-cell', isLong && 'long', isWide && 'wide'].filter(Boolean).join(' ');
  // On phones the rows are cards, with labels in the cells. Their CSS `display` removes the table's roles, so the roles
  // are set explicitly.
  const attributes = {
    role: isFirst ? 'rowheader' : 'cell',
    'data-label': isFirst ? undefined : label,
    'data-column': name,
  };
  return {
    key: name,
    dataIndex: name,
    title: heading ?? label,
    align: isFigure ? 'right' : undefined,
    className,
    rowScope: isFirst ? 'row' : undefined,
    onCell: () => attributes,
    onHeaderCell: () => ({
      role: 'columnheader',
      'data-column': name,
      title: heading && label,
      'aria-sort': sort && !sort.now ? 'none' : undefined,
    }),
    ...(sort && { sorter: true, sortOrder: sort.now }),
    render: (_, row) => {
      const href = isFirst ? hrefOf?.(row) : undefined;
      return href === undefined ? (
        cell(row)
      ) : (
        <Link className="row-link" to={href}>
          {cell(row)}
        </Link>
      );
    },
  };
}

/** A table of rows. On phones, CSS lays out the same elements as cards. */
export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { rows, hrefOf, nameOf, actions, below, selection, label, isStandIn } = props;
  const navigate = useNavigate();
  const columns = props.columns.map((column, at) => columnOf(column, at, hrefOf));
  if (actions) {
    columns.push({
      key: 'actions',
      title: <span className="unseen">{t('resource.actions')}</span>,
      className: 'row-menu-cell',
      onCell: () => ({ role: 'cell' }),
      render: (_, row) => <RowMenu name={nameOf(row)} actions={actions(row)} />,
    });
  }
  // antd's own labels for the checkboxes are in English or missing.
  const named = (label: string) => ({ title: label, 'aria-label': label });
  return (
    <Table<R>
      className={isStandIn ? 'rows rows-standing-in' : 'rows'}
      size="middle"
      rowKey="id"
      columns={columns}
      dataSource={rows}
      expandable={
        below && {
          showExpandColumn: false,
          expandedRowKeys: (rows ?? []).filter((row) => below(row)).map(({ id }) => id),
          expandedRowRender: below,
        }
      }
      pagination={props.pagination ?? false}
      onChange={props.onChange}
      sortDirections={['ascend', 'descend', 'ascend']}
      showSorterTooltip={false}
      aria-label={label}
      aria-busy={!rows || isStandIn}
      locale={rows ? undefined : { emptyText: <Skeleton active title={false} paragraph={{ rows: 8 }} /> }}
      rowSelection={
        selection && {
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.onChange(keys.map(String)),
          getCheckboxProps: (row) => named(t('resource.pick', { name: nameOf(row) })),
          getTitleCheckboxProps: () => named(t('resource.pickAll')),
          onCell: () => ({ role: 'cell' }),
        }
      }
      onRow={(row) => {
        const href = hrefOf?.(row);
        const onClick = (event: MouseEvent) => void (isOnRow(event) && href && navigate(href));
        return { role: 'row', className: href ? 'leads' : undefined, onClick: href ? onClick : undefined };
      }}
    />
  );
}
