import { useTable } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { EmptyState, LoadError } from '../components/states.tsx';
import { sortersOf } from '../providers/view.ts';
import { DataTable } from './data-table.tsx';
import { columnsOf } from './list-page.tsx';
import type { RowAction } from './row-menu.tsx';
import { useResourceTexts } from './texts.ts';

/** The short list of a resource as part of another page. Its sort order is not in the address. */
export function EmbeddedList<D extends Resource>(props: {
  resource: D;
  /** Custom cells, by column. */
  cells?: Record<string, (row: RecordOf<D>) => ReactNode>;
  actions?: (row: RecordOf<D>) => readonly RowAction[];
}) {
  const { resource, cells, actions } = props;
  const texts = useResourceTexts(resource);
  const { tableProps, tableQuery, sorters } = useTable<RecordOf<D>, HttpError>({
    resource: resource.name,
    syncWithLocation: false,
    pagination: { pageSize: PAGE_SIZE_MAX },
    sorters: { initial: sortersOf(resource.list.sort) },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { data, error, isPlaceholderData } = tableQuery;
  if (error && !data) return <LoadError query={tableQuery} />;
  if (data?.data.length === 0 && !isPlaceholderData) return <EmptyState title={texts.t('empty.title')} />;
  return (
    <DataTable<RecordOf<D>>
      columns={columnsOf({ resource, cells, texts }, { sorters })}
      rows={data?.data}
      label={texts.title}
      nameOf={(row) => String((row as Record<string, unknown>)[resource.title] ?? '')}
      actions={actions}
      isStandIn={isPlaceholderData}
      onChange={tableProps.onChange}
      pagination={false}
    />
  );
}
