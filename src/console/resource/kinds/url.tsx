import AntdInput from 'antd/es/input/Input';
import { withScheme } from '../../../../resources/kit/field.ts';
import { formatAddress } from '../../../shared/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Line } from '../cell-line.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { textOf, textProps } from '../input-props.ts';

function Cell({ value }: CellProps<string>) {
  // Only http(s) addresses become links. Others (`javascript:`, …) are shown as text.
  if (!/^https?:\/\//i.test(value)) return <Line value={value} />;
  return (
    <a className="cell-line cell-address" href={value} target="_blank" rel="noopener noreferrer" title={value}>
      {formatAddress(value)} <Icon name="external" size={12} />
    </a>
  );
}

const Input = (props: DrawnInputProps) => (
  <AntdInput
    {...textProps(props)}
    placeholder={props.placeholder ?? 'https://'}
    inputMode="url"
    autoCapitalize="none"
    spellCheck={false}
    onBlur={() => {
      const complete = withScheme(textOf(props.value));
      if (complete !== textOf(props.value)) props.onChange?.(complete);
      props.onBlur?.();
    }}
  />
);

export const kind: DrawnKind = { Cell, Input, isLong: true };
