import type { ChartRow } from '../../components/chart.tsx';
import { dayAndMonth } from '../../providers/days.ts';

/** Maximum number of columns with one day each. Longer periods have a column per week. */
const COLUMNS_MAX = 100;
const WEEK = 7;

/** Returns a chart row for each day or, in long periods, for each week with its days' values added up. */
export function dayRows<D extends { day: string }>(
  days: readonly D[],
  valuesOf: (day: D) => readonly number[],
  hrefOf: (from: string, to: string) => string,
): ChartRow[] {
  const size = days.length > COLUMNS_MAX ? WEEK : 1;
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) => {
    const some = days.slice(at * size, (at + 1) * size);
    const [from, to] = [some[0]!.day, some.at(-1)!.day];
    const all = some.map(valuesOf);
    const values = all[0]!.map((_value, part) => all.reduce((sum, one) => sum + (one[part] ?? 0), 0));
    const name = from === to ? dayAndMonth(from) : `${dayAndMonth(from)} – ${dayAndMonth(to)}`;
    return { name, values, to: hrefOf(from, to) };
  });
}
