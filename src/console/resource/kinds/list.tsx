import { Listed } from '../cell-line.tsx';
import type { CellProps, DrawnKind } from '../drawn-kind.ts';
import { late } from '../late.tsx';

// Loaded when they are shown: they draw further fields.
const Input = late(() => import('../list-input.tsx'));
const Detail = late(() => import('../item-table.tsx'));

type Items = Record<string, unknown>[];

function Cell({ field, value }: CellProps<Items>) {
  const [title = ''] = Object.keys(field.items ?? {});
  return <Listed texts={value.map((item) => String(item[title]))} />;
}

export const kind: DrawnKind = { Cell, Detail, Input, isGroup: true, isLong: true, isWide: true };
