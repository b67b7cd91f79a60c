import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { textFilter, withFilter } from '../providers/view.ts';
import type { ListControl } from './use-list-table.ts';

/** A check box that sets a parameter of a list to `true` or removes it. */
export function FilterCheckbox(props: { control: ListControl; name: string; children: ReactNode }) {
  const { control, name } = props;
  const { filters } = control.view;
  return (
    <Checkbox
      checked={textFilter(filters, name) === 'true'}
      onChange={({ target }) =>
        control.change({ filters: withFilter(filters, name, { eq: target.checked ? 'true' : undefined }) })
      }
    >
      {props.children}
    </Checkbox>
  );
}
