import { choiceFilter, filterValues, withFilter } from '../providers/view.ts';
import type { FilterProps } from './drawn-kind.ts';
import { textsOf } from './texts.ts';
import { ValuesFilter } from './value-filter.tsx';

/** Returns all values with the same label as this one. They form one option, with the first of them as its value. */
function synonymsOf({ resource, name }: FilterProps, value: string): string[] {
  const texts = textsOf(resource);
  return filterValues(resource, name).filter((one) => texts.option(name, one) === texts.option(name, value));
}

export function optionsOf(props: FilterProps) {
  const { resource, name } = props;
  return filterValues(resource, name)
    .filter((value) => synonymsOf(props, value)[0] === value)
    .map((value) => ({ value, label: textsOf(resource).option(name, value) }));
}

/** The filter by one or more values of a choice. */
export function OptionFilter(props: FilterProps) {
  const { resource, name, control } = props;
  const { filters } = control.view;
  const chosen = [...new Set(choiceFilter(filters, name).flatMap((value) => synonymsOf(props, value)[0] ?? []))];
  return (
    <ValuesFilter
      label={textsOf(resource).filter(name)}
      options={optionsOf(props)}
      showSearch={false}
      value={chosen}
      onChange={(values) => {
        const all = values.flatMap((value) => synonymsOf(props, value));
        control.change({ filters: withFilter(filters, name, { in: all }) });
      }}
    />
  );
}
