import { fieldOf } from '../providers/view.ts';
import { Nothing } from './cell-line.tsx';
import type { FieldCellProps } from './drawn-kind.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { textsOf } from './texts.ts';

export function FieldCell({ resource, name, value, isDetail = false }: FieldCellProps) {
  const isNone = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNone) {
    const meaning = textsOf(resource).none(name);
    return meaning ? <span className="cell-quiet">{meaning}</span> : <Nothing />;
  }
  const field = fieldOf(resource, name);
  const { Cell, Detail } = drawnKindOf(field);
  const props = { resource, name, field, value: value as never };
  return isDetail && Detail ? <Detail {...props} FieldCell={FieldCell} /> : <Cell {...props} />;
}
