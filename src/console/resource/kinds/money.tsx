import { formatMoney } from '../../../shared/format.ts';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';
import { commonProps, numberOf } from '../input-props.ts';
import { NumberFilter, ReaisInput } from '../late-numbers.tsx';

const Cell = ({ value }: CellProps<number>) => <span className="figures">{formatMoney(value)}</span>;

const Input = (props: DrawnInputProps) => (
  <ReaisInput {...commonProps(props)} value={numberOf(props.value)} onChange={props.onChange} />
);

const Filter = (props: FilterProps) => <NumberFilter {...props} Amount={ReaisInput} />;

export const kind: DrawnKind = { Cell, Input, Filter, isFigure: true };
