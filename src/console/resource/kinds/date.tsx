import { mediumDay, shortDay } from '../../providers/days.ts';
import { DayInput, DayRangeFilter } from '../day-input.tsx';
import type { CellProps, DrawnKind } from '../drawn-kind.ts';

const Cell = ({ value }: CellProps<string>) => (
  <time dateTime={value} title={shortDay(value)}>
    {mediumDay(value)}
  </time>
);

export const kind: DrawnKind = { Cell, Input: DayInput, Filter: DayRangeFilter };
