import { Switch } from 'antd';
import { Icon } from '../../components/icon.tsx';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';
import { optionsOf } from '../option-filter.tsx';
import { ValueFilter } from '../value-filter.tsx';

const Cell = ({ texts, name, value }: CellProps<boolean>) => (
  <span className={value ? 'cell-yes' : 'cell-quiet'}>
    {value && <Icon name="check" size={14} />} {texts.option(name, String(value))}
  </span>
);

const Input = ({ id, value, onChange }: DrawnInputProps) => (
  <Switch id={id} checked={value === true} onChange={onChange} />
);

/** Yes, no or both. */
const Filter = (props: FilterProps) => (
  <ValueFilter
    control={props.control}
    name={props.name}
    label={props.texts.filter(props.name)}
    options={optionsOf(props)}
    labelRender={({ label: value }) => `${props.texts.filter(props.name)}: ${String(value).toLowerCase()}`}
  />
);

export const kind: DrawnKind = { Cell, Input, Filter };
