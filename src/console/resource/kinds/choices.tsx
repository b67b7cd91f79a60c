import { ChoicesSelect } from '../../components/choice-select.tsx';
import { Listed } from '../cell-line.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { listOf } from '../input-props.ts';
import { OptionFilter } from '../option-filter.tsx';
import { useResourceTexts } from '../texts.ts';

const Cell = ({ texts, name, value }: CellProps<string[]>) => (
  <Listed texts={value.map((one) => texts.option(name, one))} />
);

function Input({ resource, name, field, id, placeholder, value, onChange }: DrawnInputProps) {
  const texts = useResourceTexts(resource);
  return (
    <ChoicesSelect
      id={id}
      placeholder={placeholder}
      options={(field.options ?? []).map((one) => ({ value: one, label: texts.option(name, one) }))}
      value={listOf(value)}
      onChange={onChange}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter: OptionFilter, isLong: true };
