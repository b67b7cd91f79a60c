import { Select, type SelectProps } from 'antd';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { textFilter, withFilter } from '../providers/view.ts';
import type { FilterProps } from './drawn-kind.ts';

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
