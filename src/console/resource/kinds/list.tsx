import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { Listed } from '../cell-line.tsx';
import type { CellProps, DetailProps, DrawnKind } from '../drawn-kind.ts';

// Loaded when they are shown: they draw further fields.
const ListInput = lazy(() => import('../list-input.tsx'));
const ItemTable = lazy(() => import('../item-table.tsx'));

type Items = Record<string, unknown>[];

function Cell({ field, value }: CellProps<Items>) {
  const [title = ''] = Object.keys(field.items ?? {});
  return <Listed texts={value.map((item) => String(item[title]))} />;
}

const Detail = (props: DetailProps<Items>) => (
  <Suspense fallback={<Skeleton.Input active block />}>
    <ItemTable {...props} />
  </Suspense>
);

export const kind: DrawnKind = {
  Cell,
  Detail,
  Input: (props) => (
    <Suspense fallback={<Skeleton.Input active block />}>
      <ListInput {...props} />
    </Suspense>
  ),
  isGroup: true,
  isLong: true,
  isWide: true,
};
