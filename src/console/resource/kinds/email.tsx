import AntdInput from 'antd/es/input/Input';
import { Line } from '../cell-line.tsx';
import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { textProps } from '../input-props.ts';

const Input = (props: DrawnInputProps) => <AntdInput {...textProps(props)} type="email" />;

export const kind: DrawnKind = { Cell: Line, Input, isLong: true };
