import { Select, type SelectProps } from 'antd';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { choiceFilter, filterValues, textFilter, withFilter } from '../providers/view.ts';
import type { FilterProps } from './drawn-kind.ts';
import { textsOf } from './texts.ts';

const FILTER_PROPS = {
  className: 'list-filter',
  allowClear: true,
  popupMatchSelectWidth: false,
  listHeight: DROPDOWN_MAX_HEIGHT,
};

/** The filter by one value of a field or of a parameter of the list. */
export function ValueFilter(
  props: Omit<SelectProps<string>, 'onChange'> & { control: FilterProps['control']; name: string; label: string },
) {
  const { control, name, label, ...select } = props;
  const { filters } = control.view;
  return (
    <Select<string>
      {...FILTER_PROPS}
      placeholder={label}
      aria-label={label}
      value={textFilter(filters, name) ?? null}
      onChange={(eq?: string) => control.change({ filters: withFilter(filters, name, { eq }) })}
      {...select}
    />
  );
}

/** The filter by one or more values. Names the first chosen one, and how many others there are. */
export function ValuesFilter(
  props: SelectProps<string[]> & { label: string; value: string[]; onChange: (values: string[]) => void },
) {
  const { label, ...select } = props;
  const { value, options = [] } = select;
  const [first, ...others] = options.filter((option) => value.includes(String(option.value)));
  return (
    <Select<string[]>
      {...FILTER_PROPS}
      placeholder={label}
      aria-label={label}
      mode="multiple"
      maxTagCount={0}
      maxTagPlaceholder={others.length > 0 ? `${String(first?.label)} +${others.length}` : first?.label}
      {...select}
    />
  );
}

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
