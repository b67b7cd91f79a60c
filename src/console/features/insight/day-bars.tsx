import { Link } from 'react-router';
import { formatShortDay, formatNumber } from '../../components/format-figures.ts';

/** One part of each column; at most four hues, each of them said in words too. */
export interface Series<D> {
  name: string;
  tone: 'one' | 'two' | 'three' | 'four';
  valueOf: (row: D) => number;
}

/** Columns that still can be told apart; longer spans are summed up by the week. */
const COLUMNS_MAX = 100;
const WEEK = 7;

interface Column {
  from: string;
  to: string;
  values: number[];
}

function columnsOf<D extends { day: string }>(rows: readonly D[], series: readonly Series<D>[]): Column[] {
  const size = rows.length > COLUMNS_MAX ? WEEK : 1;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const some = rows.slice(at * size, (at + 1) * size);
    const values = series.map(({ valueOf }) => some.reduce((sum, row) => sum + valueOf(row), 0));
    return { from: some[0]!.day, to: some.at(-1)!.day, values };
  });
}

/**
 * Days as columns, their parts one upon the other; each column leads to what it counts. Drawn by the page itself: no
 * chart library is worth what it weighs for columns.
 */
export function DayBars<D extends { day: string }>(props: {
  label: string;
  rows: readonly D[];
  series: readonly Series<D>[];
  hrefOf: (from: string, to: string) => string;
}) {
  const { label, rows, series, hrefOf } = props;
  const columns = columnsOf(rows, series);
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = Math.max(1, ...sums);
  const spoken = ({ from, to, values }: Column) =>
    `${from === to ? formatShortDay(from) : `${formatShortDay(from)} – ${formatShortDay(to)}`}: ${series
      .map(({ name }, at) => `${formatNumber(values[at] ?? 0)} ${name.toLowerCase()}`)
      .join(', ')}`;
  return (
    <figure className="day-bars" aria-label={label}>
      {series.length > 1 && <Legend series={series} />}
      <div className="day-plot">
        <span className="day-top figures" aria-hidden>
          {formatNumber(top)}
        </span>
        <ol>
          {columns.map((column, at) => (
            <li key={column.from}>
              <Link
                to={hrefOf(column.from, column.to)}
                title={spoken(column)}
                aria-label={spoken(column)}
                tabIndex={sums[at] === 0 ? -1 : 0}
              >
                {series.map(({ name, tone }, part) => {
                  const value = column.values[part] ?? 0;
                  return value > 0 && <i key={name} data-tone={tone} style={{ height: `${(100 * value) / top}%` }} />;
                })}
              </Link>
            </li>
          ))}
        </ol>
      </div>
      <div className="day-ends" aria-hidden>
        <span>{formatShortDay(rows[0]?.day ?? '')}</span>
        {rows.length > 1 && <span>{formatShortDay(rows.at(-1)?.day ?? '')}</span>}
      </div>
    </figure>
  );
}

function Legend<D>({ series }: { series: readonly Series<D>[] }) {
  return (
    <ul className="day-legend">
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i data-tone={tone} aria-hidden /> {name}
        </li>
      ))}
    </ul>
  );
}
