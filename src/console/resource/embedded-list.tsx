import { useTable } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { EmptyState, LoadError, NothingMatches } from '../components/states.tsx';
import { DataTable } from './data-table.tsx';
import { columnsOf } from './list-page.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { RowAction } from './row-menu.tsx';
import { useResourceTexts } from './texts.ts';
import { isNarrowed, type ListView, sortersOf } from './view.ts';

/** The list of a resource as part of another page. Its filters, sort order and page are not in the address. */
export function EmbeddedList<D extends Resource>(props: {
  resource: D;
  /** Custom cells, by column. */
  cells?: Record<string, (row: RecordOf<D>) => ReactNode>;
  actions?: (row: RecordOf<D>) => readonly RowAction[];
  pageSize?: number;
}) {
  const { resource, cells, actions, pageSize = PAGE_SIZE_MAX } = props;
  const texts = useResourceTexts(resource);
  const table = useTable<RecordOf<D>, HttpError>({
    resource: resource.name,
    syncWithLocation: false,
    pagination: { pageSize },
    sorters: { initial: sortersOf(resource.list.sort) },
    filters: { defaultBehavior: 'replace' },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { tableProps, tableQuery, filters, sorters } = table;
  const { data, error, isPlaceholderData } = tableQuery;
  const view = { filters, sorters, pageSize, currentPage: table.currentPage };
  const change = (patch: Partial<ListView>) => {
    table.setFilters(patch.filters ?? filters);
    table.setSorters(patch.sorters ?? sorters);
    table.setCurrentPage(1);
  };
  const isEmpty = data?.data.length === 0 && !isPlaceholderData;
  if (error && !data) return <LoadError query={tableQuery} />;
  if (isEmpty && !isNarrowed(resource, view)) return <EmptyState title={texts.t('empty.title')} />;
  return (
    <>
      {resource.list.filters && <ListToolbar resource={resource} texts={texts} control={{ view, change }} />}
      {isEmpty ? (
        <NothingMatches clear={() => change({ filters: [] })} />
      ) : (
        <DataTable<RecordOf<D>>
          columns={columnsOf({ resource, cells, texts }, { sorters })}
          rows={data?.data}
          label={texts.title}
          nameOf={(row) => String((row as Record<string, unknown>)[resource.title] ?? '')}
          actions={actions}
          isStandIn={isPlaceholderData}
          onChange={tableProps.onChange}
          pagination={
            (data?.total ?? 0) > pageSize && {
              ...tableProps.pagination,
              ...{ className: 'pages', position: ['bottomRight'], size: 'default', showSizeChanger: false },
              // Refine's links would lead to the page around the list.
              itemRender: undefined,
            }
          }
        />
      )}
    </>
  );
}
