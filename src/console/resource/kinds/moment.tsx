import { MomentText } from '../../components/moment-text.tsx';
import { dayEnd, dayOf, dayStart } from '../../providers/days.ts';
import { DayInput, DayRangeFilter } from '../day-input.tsx';
import type { CellProps, DrawnInputProps, DrawnKind, FilterProps } from '../drawn-kind.ts';

const Cell = ({ field, value }: CellProps<string>) => <MomentText iso={value} isExact={field.isExact} />;

const Input = (props: DrawnInputProps) => <DayInput {...props} hasTime />;

/** Days are those of São Paulo. */
const Filter = (props: FilterProps) => (
  <DayRangeFilter
    {...props}
    dayOf={dayOf}
    bounds={(from, to) => ({ gte: from && dayStart(from), lte: to && dayEnd(to) })}
  />
);

export const kind: DrawnKind = { Cell, Input, Filter };
