import { Switch } from 'antd';
import { Icon } from '../../components/icon.tsx';
import { StatusDot } from '../../components/status-dot.tsx';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';
import { namedProps } from '../input-props.ts';
import { textsOf } from '../texts.ts';
import { optionsOf, ValueFilter } from '../value-filter.tsx';

function Cell({ resource, name, field, value }: CellProps<boolean>) {
  const word = textsOf(resource).option(name, String(value));
  const tone = field.tones?.[String(value)];
  if (tone) return <StatusDot tone={tone}>{word}</StatusDot>;
  return (
    <span className={value ? 'cell-yes' : 'cell-quiet'}>
      {value && <Icon name="check" size={14} />} {word}
    </span>
  );
}

const Input = (props: DrawnInputProps) => (
  <Switch {...namedProps(props)} checked={props.value === true} onChange={props.onChange} />
);

/** Yes, no or both. */
function Filter(props: FilterProps) {
  const { resource, name, control } = props;
  const label = textsOf(resource).filter(name);
  return (
    <ValueFilter
      control={control}
      name={name}
      label={label}
      options={optionsOf(props)}
      labelRender={({ label: value }) => `${label}: ${String(value).toLowerCase()}`}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter };
