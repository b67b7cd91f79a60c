import { formatCount } from '../../../shared/format.ts';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';
import { commonProps, numberOf } from '../input-props.ts';
import { NumberFilter, NumberInput } from '../late-numbers.tsx';

const Cell = ({ value }: CellProps<number>) => <span className="figures">{formatCount(value)}</span>;

const Input = (props: DrawnInputProps) => (
  <NumberInput {...commonProps(props)} value={numberOf(props.value)} onChange={props.onChange} />
);

const Filter = (props: FilterProps) => <NumberFilter {...props} Amount={NumberInput} />;

export const kind: DrawnKind = { Cell, Input, Filter, isFigure: true };
