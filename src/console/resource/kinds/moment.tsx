import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { MomentText } from '../../components/moment-text.tsx';
import { textFilter, withFilter } from '../../providers/view.ts';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';
import { textOf } from '../input-props.ts';

// Loaded when they are shown: the calendar is larger than the rest of a list or a form.
const MomentPicker = lazy(() => import('../../components/moment-picker.tsx'));
const RangeFilter = lazy(() => import('../range-filter.tsx'));

const Cell = ({ field, value }: CellProps<string>) => <MomentText iso={value} isExact={field.isExact} />;

const Input = ({ id, value, onChange }: DrawnInputProps) => (
  <Suspense fallback={<Skeleton.Input active block />}>
    <MomentPicker id={id} value={textOf(value)} onChange={onChange} />
  </Suspense>
);

const Filter = ({ name, texts, control }: FilterProps) => {
  const { filters } = control.view;
  return (
    <Suspense fallback={<Skeleton.Input block className="list-range" />}>
      <RangeFilter
        label={texts.filter(name)}
        from={textFilter(filters, name, 'gte')}
        to={textFilter(filters, name, 'lte')}
        onChange={(span) => control.change({ filters: withFilter(filters, name, span) })}
      />
    </Suspense>
  );
};

export const kind: DrawnKind = { Cell, Input, Filter };
