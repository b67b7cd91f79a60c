import { ChoiceSelect } from '../../components/choice-select.tsx';
import { useCurrentContext } from '../../session/current-context.tsx';
import { Line } from '../cell-line.tsx';
import { contextOptions } from '../context-options.ts';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { textOf } from '../input-props.ts';
import { Nothing } from '../nothing.tsx';
import { RowFilter } from '../row-filter.tsx';
import { RowSelect } from '../row-select.tsx';
import { useRowNames } from '../use-row-names.ts';

function Cell({ field, value }: CellProps<string>) {
  const found = useRowNames(field.to ?? '', [value]).get(value);
  return found ? <Line value={found} /> : <Nothing />;
}

/** Contexts are shown as a tree and are already loaded with the session. */
function Input(props: DrawnInputProps) {
  const { field, id, placeholder, value, onChange } = props;
  const { contexts } = useCurrentContext();
  if (field.to !== 'contexts') return <RowSelect {...props} chosen={textOf(value) ? [textOf(value)] : []} />;
  return (
    <ChoiceSelect
      id={id}
      placeholder={placeholder}
      options={contextOptions(contexts)}
      allowClear={field.optional}
      value={textOf(value)}
      onChange={onChange}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter: RowFilter };
