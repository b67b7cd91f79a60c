import { useMany, useSelect } from '@refinedev/core';
import { Select } from 'antd';
import { resources } from '../../../resources/index.ts';
import type { RecordOf, Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE_MAX } from '../../shared/constants.ts';
import { ChoiceSelect, ChoicesSelect, contextOptions, SELECT_PROPS } from '../components/choice-select.tsx';
import { t } from '../providers/i18n.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import type { DrawnInputProps } from './drawn-kind.ts';
import { commonProps, listOf, namedProps, textOf } from './input-props.ts';

type ReferenceProps = DrawnInputProps & { isMany?: boolean };

/** A select of one row of the referenced resource, or of several. */
export const ReferenceInput = (props: ReferenceProps) =>
  props.field.to === 'contexts' ? <ContextSelect {...props} /> : <RowSelect {...props} />;

/** Contexts are shown as a tree and are already loaded with the session. */
function ContextSelect({ isMany, ...props }: ReferenceProps) {
  const { field, placeholder, value, onChange } = props;
  const { contexts } = useCurrentContext();
  const select = { ...namedProps(props), placeholder, onChange, options: contextOptions(contexts) };
  const isNoneLeft = isMany && listOf(value).length > 0 && !contexts.some(({ id }) => listOf(value).includes(id));
  if (isNoneLeft) select.placeholder = t('resource.noneLeft');
  if (isMany) return <ChoicesSelect {...select} value={listOf(value)} />;
  return <ChoiceSelect {...select} allowClear={field.optional} value={textOf(value)} />;
}

function RowSelect({ isMany, ...props }: ReferenceProps) {
  const { field, value, onChange } = props;
  const chosen = isMany ? listOf(value) : [textOf(value)].filter(Boolean);
  return (
    <Select
      {...SELECT_PROPS}
      {...useRowOptions(field.to ?? '', chosen)}
      {...commonProps(props)}
      mode={isMany ? 'multiple' : undefined}
      allowClear={field.optional}
      value={isMany ? chosen : chosen[0]}
      onChange={(next: string | string[] | undefined) => onChange?.(next ?? null)}
    />
  );
}

/** Returns the titles of rows of another resource, by id. The contexts are already loaded with the session. */
export function useRowNames(to: string, ids: readonly string[]): Map<string, string> {
  const { contexts } = useCurrentContext();
  const pointedAt = resources.find(({ name }) => name === to);
  const { result } = useMany({
    resource: to,
    ids: [...ids],
    queryOptions: { enabled: to !== 'contexts' && ids.length > 0 },
  });
  if (to === 'contexts') return new Map(contexts.map(({ id, name }) => [id, name]));
  return new Map(result.data.map((row) => [String(row.id), String(row[pointedAt?.title ?? 'id'])]));
}

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
