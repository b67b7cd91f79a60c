import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { commonProps, textOf } from '../input-props.ts';
import { late } from '../late.tsx';
import { textsOf } from '../texts.ts';

// Loaded when it is shown: the picker is larger than the rest of a form.
const HexInput = late(() => import('../../components/hex-input.tsx'));

const Cell = ({ value }: CellProps<string>) => (
  <span className="cell-color figures">
    <i aria-hidden style={{ background: value }} /> {value}
  </span>
);

function Input(props: DrawnInputProps) {
  const { resource, name, value, onChange } = props;
  const texts = textsOf(resource);
  return (
    <HexInput {...commonProps(props)} label={texts.field(name)} value={textOf(value)} onChange={onChange} isOpaque />
  );
}

export const kind: DrawnKind = { Cell, Input };
