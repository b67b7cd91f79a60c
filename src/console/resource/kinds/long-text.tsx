import { Line } from '../cell-line.tsx';
import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { counter, textProps } from '../input-props.ts';
import { late } from '../late.tsx';

// Loaded when it is shown: no list has one.
const TextArea = late(() => import('antd/es/input/TextArea'));

const Input = (props: DrawnInputProps) => (
  <TextArea {...textProps(props)} count={counter(props.field)} autoSize={{ minRows: 4, maxRows: 14 }} />
);

export const kind: DrawnKind = { Cell: Line, Input, isLong: true, isWide: true };
