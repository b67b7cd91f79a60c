import { Input as AntdInput } from 'antd';
import { Line } from '../cell-line.tsx';
import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { counter, textProps } from '../input-props.ts';

const Input = (props: DrawnInputProps) => (
  <AntdInput.TextArea {...textProps(props)} count={counter(props.field)} autoSize={{ minRows: 4, maxRows: 14 }} />
);

export const kind: DrawnKind = { Cell: Line, Input, isLong: true, isWide: true };
