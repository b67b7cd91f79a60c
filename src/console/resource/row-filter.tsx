import type { SelectProps } from 'antd';
import { choiceFilter, fieldOf, withFilter } from '../providers/view.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import type { FilterProps } from './drawn-kind.ts';
import { useRowOptions } from './row-select.tsx';
import { textsOf } from './texts.ts';
import { ValuesFilter } from './value-filter.tsx';

/** A select of one or more rows of another resource. */
function RowSelect({ resource, name, control, select }: FilterProps & { select: SelectProps<string[]> }) {
  const { filters } = control.view;
  return (
    <ValuesFilter
      label={textsOf(resource).filter(name)}
      optionFilterProp="label"
      {...select}
      value={choiceFilter(filters, name)}
      onChange={(values) => control.change({ filters: withFilter(filters, name, { in: values }) })}
    />
  );
}

/** The filter by context; nothing for users who see only one. */
function ContextFilter(props: FilterProps) {
  const { contexts } = useCurrentContext();
  if (contexts.length < 2) return null;
  return <RowSelect {...props} select={{ options: contexts.map(({ id, name }) => ({ value: id, label: name })) }} />;
}

function ReferenceFilter(props: FilterProps) {
  const { resource, name, control } = props;
  const to = fieldOf(resource, name).to ?? '';
  return <RowSelect {...props} select={useRowOptions(to, choiceFilter(control.view.filters, name))} />;
}

export const RowFilter = (props: FilterProps) =>
  fieldOf(props.resource, props.name).to === 'contexts' ? <ContextFilter {...props} /> : <ReferenceFilter {...props} />;
