import { Select } from 'antd';
import { SELECT_PROPS } from '../components/choice-select.tsx';
import type { DrawnInputProps } from './drawn-kind.ts';
import { commonProps } from './input-props.ts';
import { useRowOptions } from './use-row-options.ts';

/** A select with the rows of the referenced resource, by their titles. `chosen` are their ids. */
export function RowSelect(props: DrawnInputProps & { chosen: string[]; isMany?: boolean }) {
  const { field, chosen, isMany, onChange } = props;
  return (
    <Select
      {...SELECT_PROPS}
      {...useRowOptions(field.to ?? '', chosen)}
      {...commonProps(props)}
      mode={isMany ? 'multiple' : undefined}
      allowClear={field.optional}
      value={isMany ? chosen : chosen[0]}
      onChange={(value: string | string[] | undefined) => onChange?.(value ?? null)}
    />
  );
}
