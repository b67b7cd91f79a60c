import { t } from '../../providers/i18n.ts';
import { Listed } from '../cell-line.tsx';
import type { CellProps, DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { RowFilter } from '../row-filter.tsx';
import { ReferenceInput, useRowNames } from '../row-select.tsx';

function Cell({ field, value }: CellProps<string[]>) {
  const names = useRowNames(field.to ?? '', value);
  const known = value.flatMap((id) => names.get(id) ?? []);
  // No names at all: they are still being read.
  if (known.length === 0 && names.size > 0) return <span className="cell-quiet">{t('resource.noneLeft')}</span>;
  return <Listed texts={known} />;
}

const Input = (props: DrawnInputProps) => <ReferenceInput {...props} isMany />;

export const kind: DrawnKind = { Cell, Input, Filter: RowFilter, isLong: true };
