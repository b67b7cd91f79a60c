import { Listed } from '../cell-line.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { RowFilter } from '../row-filter.tsx';
import { ReferenceInput, useRowNames } from '../row-select.tsx';

function Cell({ field, value }: CellProps<string[]>) {
  const names = useRowNames(field.to ?? '', value);
  return <Listed texts={value.flatMap((id) => names.get(id) ?? [])} />;
}

const Input = (props: DrawnInputProps) => <ReferenceInput {...props} isMany />;

export const kind: DrawnKind = { Cell, Input, Filter: RowFilter, isLong: true };
