import { ChoiceSelect } from '../../components/choice-select.tsx';
import { StatusDot } from '../../components/status-dot.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { namedProps, textOf } from '../input-props.ts';
import { textsOf } from '../texts.ts';
import { OptionFilter } from '../value-filter.tsx';

function Cell({ resource, name, field, value }: CellProps<string>) {
  const tone = field.tones?.[value];
  const word = textsOf(resource).option(name, value);
  return tone ? <StatusDot tone={tone}>{word}</StatusDot> : <span>{word}</span>;
}

function Input(props: DrawnInputProps) {
  const { resource, name, field, placeholder, value, onChange } = props;
  const texts = textsOf(resource);
  return (
    <ChoiceSelect
      {...namedProps(props)}
      placeholder={placeholder}
      options={(field.options ?? []).map((one) => ({ value: one, label: texts.option(name, one) }))}
      allowClear={field.optional}
      value={textOf(value)}
      onChange={onChange}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter: OptionFilter };
