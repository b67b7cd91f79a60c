import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { Line } from '../cell-line.tsx';
import type { DrawnInputProps, DrawnKind } from '../drawn-kind.ts';
import { counter, textProps } from '../input-props.ts';

// Loaded when it is shown: no list has one.
const TextArea = lazy(() => import('antd/es/input/TextArea'));

const Input = (props: DrawnInputProps) => (
  <Suspense fallback={<Skeleton.Input active block />}>
    <TextArea {...textProps(props)} count={counter(props.field)} autoSize={{ minRows: 4, maxRows: 14 }} />
  </Suspense>
);

export const kind: DrawnKind = { Cell: Line, Input, isLong: true, isWide: true };
