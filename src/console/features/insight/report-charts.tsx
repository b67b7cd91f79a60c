import { Card, Statistic } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../shared/format.ts';
import { Chart, type ChartRow, type ChartTone, TONES } from '../../components/chart.tsx';
import { percentOf } from '../../components/format-figures.ts';
import { dayAndMonth } from '../../providers/days.ts';

export function ChartCard(props: { title: string; sentence: ReactNode; wide?: boolean; children?: ReactNode }) {
  return (
    <Card className={props.wide ? 'chart-wide' : undefined}>
      <h2>{props.title}</h2>
      <p className="cell-quiet chart-sentence">{props.sentence}</p>
      {props.children}
    </Card>
  );
}

interface Share {
  name: string;
  value: number;
  to: string;
  tone: ChartTone;
}

/** Ring chart of the parts of a whole. The list beside it shows names, numbers and shares, with links to what they count. */
export function ShareChart({ shares, label }: { shares: readonly Share[]; label: string }) {
  const all = shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <Chart
      kind="ring"
      label={label}
      rows={shares.map(({ name, value, to }) => ({ name, values: [value], to }))}
      series={[{ name: label, tone: 'one' }]}
      tones={shares.map(({ tone }) => tone)}
      height={132}
    >
      <ul className="plain shares" aria-label={label}>
        {shares.map(({ name, value, to, tone }) => (
          <li key={name}>
            <Link to={to}>
              <i style={{ background: TONES[tone] }} aria-hidden />
              <span>{name}</span>
              <strong className="figures">{formatNumber(value)}</strong>{' '}
              <span className="cell-quiet figures">{percentOf(value, all)}%</span>
            </Link>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

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

interface FigureProps {
  label: string;
  /** Null is shown as a dash. */
  value: number | null;
  to: string;
  note?: ReactNode;
  format?: (value: number) => string;
}

export function Figure({ label, value, to, note, format = formatNumber }: FigureProps) {
  return (
    <Link className="figure" to={to}>
      <Card hoverable>
        <Statistic title={label} value={value ?? 0} formatter={() => (value === null ? '–' : format(value))} />
        {note && <span className="cell-quiet">{note}</span>}
      </Card>
    </Link>
  );
}
