import { useTable } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Card } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { resources } from '../../../resources/index.ts';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { LoadError } from '../components/states.tsx';
import { t } from '../providers/i18n.ts';
import { liveModeOf } from '../providers/live.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { sortersOf, withFilter } from '../providers/view.ts';
import { useVisible } from '../providers/visible.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { DataTable } from './data-table.tsx';
import { columnsOf } from './list-page.tsx';
import type { RowAction } from './row-menu.tsx';
import { textsOf } from './texts.ts';
import { useRowCalls } from './use-row-calls.tsx';

const PAGE_SIZE = 10;

interface RelatedProps<D extends Resource> {
  resource: D;
  /** By default that of the whole list. */
  title?: string;
  /** The field that names the row, and the row; all rows without them. */
  by?: string;
  row?: { id: string; contextId?: string };
  columns?: readonly string[];
  cells?: Record<string, (row: RecordOf<D>) => ReactNode>;
  /** After the declared ones. */
  actions?: (row: RecordOf<D>) => readonly RowAction[];
  /** Beside the heading; a link to the whole list by default. */
  extra?: ReactNode;
}

/** The rows of a resource as a part of another page, for those who may list them. Their order and page are not in the address. */
export function RelatedRows<D extends Resource>(props: RelatedProps<D>) {
  const canList = useAllowed(props.resource.name, 'list');
  return canList && <Rows {...props} />;
}

/** The rows of other resources that name a row. */
export const RelatedLists = ({ resource, row }: Pick<RelatedProps<Resource>, 'resource' | 'row'>) =>
  resource.related?.map(({ resource: name, by, columns }) => {
    const of = resources.find((one) => one.name === name);
    return of && <RelatedRows key={`${name} ${by}`} resource={of} by={by} columns={columns} row={row} />;
  });

function Rows<D extends Resource>({ by = '', row, cells, actions, ...props }: RelatedProps<D>) {
  const resource = useVisible(props.resource);
  const { name, path, list, scope } = resource;
  const texts = textsOf(resource);
  const { title = texts.title } = props;
  const { current } = useCurrentContext();
  const contextId = scope === 'context' ? (row?.contextId ?? current?.id) : undefined;
  const canShow = useAllowed(name, 'show') && resource.actions.includes('show');
  const nameOf = (one: RecordOf<D>) => String((one as Record<string, unknown>)[resource.title] ?? '');
  const calls = useRowCalls(resource, nameOf);
  const { tableProps, tableQuery, sorters } = useTable<RecordOf<D>, HttpError>({
    resource: name,
    syncWithLocation: false,
    liveMode: liveModeOf(resource),
    pagination: { pageSize: PAGE_SIZE },
    sorters: { initial: sortersOf(list.sort) },
    filters: {
      permanent: [
        // As the list itself asks: parameters have one value, the filters of references several.
        ...withFilter([], by, list.params?.includes(by) ? { eq: row?.id } : { in: row ? [row.id] : [] }),
        ...withFilter([], 'contextId', { eq: contextId }),
      ],
    },
    queryOptions: {
      enabled: scope !== 'context' || contextId !== undefined,
      placeholderData: keepPreviousData,
      refetchInterval: list.pollMs,
    },
  });
  const { data, error, isPlaceholderData } = tableQuery;
  const total = data?.total ?? 0;
  const columns = props.columns ?? list.columns.filter((column) => column !== by);
  const query = new URLSearchParams({ ...(row && { [by]: row.id }), ...(contextId && { contextId }) });
  const all = total > 0 && path && <Link to={`${path}?${query.toString()}`}>{t('resource.related.all')}</Link>;
  const { current: page, pageSize } = { current: 1, pageSize: PAGE_SIZE, ...tableProps.pagination };
  const of = (one: RecordOf<D>) => [...(calls.of?.(one) ?? []), ...calls.opening(actions?.(one))];
  return (
    <Card role="region" aria-label={title} title={title} extra={props.extra ?? all}>
      {error && !data ? (
        <LoadError query={tableQuery} />
      ) : data && total === 0 ? (
        texts.t('related.none')
      ) : (
        <DataTable<RecordOf<D>>
          columns={columnsOf({ resource, cells, columns }, { sorters })}
          rows={data?.data}
          label={title}
          nameOf={nameOf}
          hrefOf={canShow && path ? (one) => `${path}/${one.id}` : undefined}
          actions={calls.of || actions ? of : undefined}
          isStandIn={isPlaceholderData}
          onChange={tableProps.onChange}
          pagination={
            total > PAGE_SIZE && { current: page, pageSize, total, showSizeChanger: false, position: ['bottomRight'] }
          }
        />
      )}
      {calls.dialog}
    </Card>
  );
}
