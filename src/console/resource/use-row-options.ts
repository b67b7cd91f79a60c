import { useSelect } from '@refinedev/core';
import { resources } from '../../../resources/index.ts';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { useCurrentContext } from '../session/current-context.tsx';

/** Returns the props of a select with the rows of a resource by their titles. `chosen` are ids of rows to include. */
export function useRowOptions(to: string, chosen: string[]) {
  const { current } = useCurrentContext();
  const target = resources.find(({ name }) => name === to);
  const isOfContext = target?.scope === 'context' && current;
  const { options, onSearch, defaultValueQuery } = useSelect<RecordOf<Resource>>({
    resource: to,
    optionLabel: (row) => String(row[target?.title ?? 'id']),
    defaultValue: chosen,
    pagination: { pageSize: PAGE_SIZE_MAX },
    filters: isOfContext ? [{ field: 'contextId', operator: 'eq', value: current.id }] : [],
    onSearch: (typed) => (typed && target?.list.search ? [{ field: 'search', operator: 'eq', value: typed }] : []),
  });
  return {
    options,
    loading: defaultValueQuery.query.isFetching,
    onSearch,
    showSearch: true,
    // The server has already filtered the options.
    filterOption: target?.list.search ? (false as const) : undefined,
    optionFilterProp: 'label',
  };
}
