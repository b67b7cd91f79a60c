import { ChoicesSelect } from '../../components/choice-select.tsx';
import { useCurrentContext } from '../../session/current-context.tsx';
import { Listed } from '../cell-line.tsx';
import { contextOptions } from '../context-options.ts';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { listOf, namedProps } from '../input-props.ts';
import { RowFilter } from '../row-filter.tsx';
import { RowSelect } from '../row-select.tsx';
import { useRowNames } from '../use-row-names.ts';

function Cell({ field, value }: CellProps<string[]>) {
  const names = useRowNames(field.to ?? '', value);
  return <Listed texts={value.flatMap((id) => names.get(id) ?? [])} />;
}

/** Contexts are shown as a tree and are already loaded with the session. */
function Input(props: DrawnInputProps) {
  const { field, placeholder, value, onChange } = props;
  const { contexts } = useCurrentContext();
  if (field.to !== 'contexts') return <RowSelect {...props} chosen={listOf(value)} isMany />;
  return (
    <ChoicesSelect
      {...namedProps(props)}
      placeholder={placeholder}
      options={contextOptions(contexts)}
      value={listOf(value)}
      onChange={onChange}
    />
  );
}

export const kind: DrawnKind = { Cell, Input, Filter: RowFilter, isLong: true };
