import AntdInput from 'antd/es/input/Input';
import { MASK } from '../../../shared/constants.ts';
import { Line } from '../cell-line.tsx';
import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { textOf, textProps } from '../input-props.ts';

/** The mask of a stored secret is shown. It is replaced as a whole. */
const SecretInput = (props: DrawnInputProps) => {
  const isStored = textOf(props.value).startsWith(MASK);
  return (
    <AntdInput
      {...textProps(props)}
      type={isStored ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      onFocus={({ target }) => isStored && target.select()}
    />
  );
};

const Input = (props: DrawnInputProps) =>
  props.field.isSecret ? <SecretInput {...props} /> : <AntdInput {...textProps(props)} autoComplete="off" />;

export const kind: DrawnKind = { Cell: Line, Input };
