import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { commonProps, numberOf } from '../input-props.ts';
import { NumberInput } from '../late-numbers.tsx';
import { kind as count } from './count.tsx';

const Input = (props: DrawnInputProps) => (
  <NumberInput {...commonProps(props)} value={numberOf(props.value)} onChange={props.onChange} />
);

export const kind: DrawnKind = { ...count, Input };
