import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { textFilter, withFilter } from '../providers/view.ts';
import type { DrawnInputProps, FilterProps } from './drawn-kind.ts';
import { textOf } from './input-props.ts';
import { late } from './late.tsx';
import { textsOf } from './texts.ts';

// Loaded when they are shown: the calendar is larger than the rest of a list or a form.
const MomentPicker = late(() => import('../components/moment-picker.tsx'));
const RangeFilter = lazy(() => import('./range-filter.tsx'));

/** The input for a day or, with `hasTime`, for an instant. */
export const DayInput = ({ id, value, onChange, hasTime }: DrawnInputProps & { hasTime?: boolean }) => (
  <MomentPicker id={id} hasTime={hasTime} value={textOf(value)} onChange={onChange} />
);

type Bounds = { gte?: string; lte?: string };

/** The filter by a range of days. `dayOf` and `bounds` convert between days and the values of the filter. */
export function DayRangeFilter({
  resource,
  name,
  control,
  dayOf = (day) => day,
  bounds = (gte, lte) => ({ gte, lte }),
}: FilterProps & { dayOf?: (value: string) => string; bounds?: (from?: string, to?: string) => Bounds }) {
  const { filters } = control.view;
  const dayAt = (end: 'gte' | 'lte') => {
    const value = textFilter(filters, name, end);
    return value && dayOf(value);
  };
  return (
    <Suspense fallback={<Skeleton.Input block className="list-range" />}>
      <RangeFilter
        label={textsOf(resource).filter(name)}
        from={dayAt('gte')}
        to={dayAt('lte')}
        onChange={({ gte, lte }) => control.change({ filters: withFilter(filters, name, bounds(gte, lte)) })}
      />
    </Suspense>
  );
}
