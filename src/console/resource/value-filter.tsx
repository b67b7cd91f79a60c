import { Select, type SelectProps } from 'antd';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { textFilter, withFilter } from '../providers/view.ts';
import type { FilterProps } from './drawn-kind.ts';

export const FILTER_PROPS = {
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
