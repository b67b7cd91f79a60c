import { Line, Nothing } from '../cell-line.tsx';
import type { CellProps, DrawnKind } from '../drawn-kind.ts';
import { RowFilter } from '../row-filter.tsx';
import { ReferenceInput, useRowNames } from '../row-select.tsx';

function Cell({ field, value }: CellProps<string>) {
  const found = useRowNames(field.to ?? '', [value]).get(value);
  return found ? <Line value={found} /> : <Nothing />;
}

export const kind: DrawnKind = { Cell, Input: ReferenceInput, Filter: RowFilter };
