import { ChoicesSelect } from '../../components/choice-select.tsx';
import { Listed } from '../cell-line.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { listOf, namedProps } from '../input-props.ts';
import { textsOf } from '../texts.ts';
import { OptionFilter } from '../value-filter.tsx';

const Cell = ({ resource, name, value }: CellProps<string[]>) => (
  <Listed texts={value.map((one) => textsOf(resource).option(name, one))} />
);

function Input(props: DrawnInputProps) {
  const { resource, name, field, placeholder, value, onChange } = props;
  const texts = textsOf(resource);
  return (
    <ChoicesSelect
      {...namedProps(props)}
      placeholder={placeholder}
      options={(field.options ?? []).map((one) => ({ value: one, label: texts.option(name, one) }))}
      value={listOf(value)}
      onChange={onChange}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter: OptionFilter, isLong: true };
