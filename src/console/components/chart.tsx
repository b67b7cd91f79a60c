import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from './format-figures.ts';
import './components.css';

/** At most five hues, each of them said in words too. */
export type Tone = 'one' | 'two' | 'three' | 'four' | 'off';

export interface ChartSeries {
  name: string;
  tone: Tone;
}

/** What is counted together: a day, a context, a part of a whole. One value for each series. */
export interface ChartRow {
  name: string;
  values: readonly number[];
  /** The list that it counts, and those of its values alone. */
  to?: string;
  parts?: readonly string[];
  /** More about it in words. */
  note?: string;
}

export interface ChartProps {
  /** `columns` and `bars` lay series one upon the other, `groups` one beside the other; `ring` has one series and a tone per row. */
  kind: 'columns' | 'bars' | 'groups' | 'ring' | 'line';
  label: string;
  rows: readonly ChartRow[];
  series: readonly ChartSeries[];
  /** The tones of a ring's rows. */
  tones?: readonly Tone[];
  /** Values of another time, drawn as a dashed line over the rows. */
  past?: { name: string; values: readonly number[] };
  /** A dashed line across, such as a limit. */
  limit?: { name: string; value: number };
  /** The end of the scale; else the largest value decides. */
  max?: number;
  height?: number;
  /** Shows the figures itself; without it they stand behind the drawing, for keyboard and screen reader. */
  children?: ReactNode;
}

/** A canvas can be reached by neither keyboard nor screen reader, and some browsers have none. */
const hasCanvas = () => document.createElement('canvas').getContext('2d') !== null;

/** The library comes once the figures have been painted. Where it does not come, they stand alone. */
function useCanvas(): ComponentType<ChartProps> | undefined {
  const [canvas, setCanvas] = useState<{ Canvas: ComponentType<ChartProps> }>();
  useEffect(() => {
    if (!hasCanvas()) return;
    let isGone = false;
    const load = () =>
      import('./chart-canvas.tsx').then(
        ({ ChartCanvas }) => isGone || setCanvas({ Canvas: ChartCanvas }),
        () => undefined,
      );
    const timer = setTimeout(() => void load());
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return canvas?.Canvas;
}

const HEIGHT = 220;

/** A chart in the room that is kept for it, with the same figures as links or, where they lead nowhere, as a table. */
export function Chart(props: ChartProps) {
  const { label, rows, series, past, height = HEIGHT, children } = props;
  const Canvas = useCanvas();
  return (
    <figure className={`chart chart-${props.kind}`} aria-label={label}>
      {(series.length > 1 || past) && <Legend series={series} past={past?.name} />}
      <div className="chart-canvas" style={{ height }} aria-hidden>
        {Canvas && <Canvas {...props} />}
      </div>
      {children ?? (rows.some(({ to }) => to) ? <FigureLinks {...props} /> : <FigureTable {...props} />)}
    </figure>
  );
}

function Legend({ series, past }: { series: readonly ChartSeries[]; past?: string }) {
  return (
    <ul className="chart-legend" aria-hidden>
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i data-tone={tone} /> {name}
        </li>
      ))}
      {past && (
        <li>
          <i className="chart-past" /> {past}
        </li>
      )}
    </ul>
  );
}

function textOf({ name, values, note }: ChartRow, at: number, { series, past }: ChartProps): string {
  const parts = series.map((one, index) => `${formatNumber(values[index] ?? 0)} ${one.name.toLowerCase()}`);
  const before = past && `${past.name.toLowerCase()}: ${formatNumber(past.values[at] ?? 0)}`;
  return `${name}: ${[...parts, before, note].filter(Boolean).join(', ')}`;
}

/** A link comes in sight when it has the focus. */
function FigureLinks(props: ChartProps) {
  return (
    <ul className="chart-links" aria-label={props.label}>
      {props.rows.map((row, at) => (
        <li key={row.name}>
          {row.to ? (
            <Link to={row.to} tabIndex={row.values.some((value) => value > 0) ? 0 : -1}>
              {textOf(row, at, props)}
            </Link>
          ) : (
            <span className="unseen">{textOf(row, at, props)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function FigureTable({ label, rows, series }: ChartProps) {
  return (
    <table className="unseen">
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map((one, at) => (
              <td key={one.name}>{formatNumber(values[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
