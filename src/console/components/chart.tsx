import { Flex } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../shared/format.ts';
import { FONT_FAMILY } from '../theme/tokens.ts';
import './components.css';

/** The colours of a chart. Every coloured part also has its name in text. */
export type ChartTone = 'one' | 'two' | 'three' | 'four' | 'off';

export const TONES: Record<ChartTone, string> = {
  one: 'var(--primary)',
  two: 'var(--information)',
  three: 'var(--attention)',
  four: 'var(--danger)',
  off: 'var(--edge)',
};

interface ChartSeries {
  name: string;
  tone: ChartTone;
}

/** A position on the axis, such as a day or a context, or a part of a ring. Has one value per series. */
export interface ChartRow {
  name: string;
  values: readonly number[];
  to?: string;
  /** The paths of the lists of what each value counts, in the order of `values`. Default: `to`. */
  parts?: readonly string[];
  /** Additional text for keyboard and screen reader users. */
  note?: string;
}

export interface ChartProps {
  /** `columns` and `bars` stack the series, `groups` sets them side by side. `ring` has one series, a tone per row. */
  kind: 'columns' | 'bars' | 'groups' | 'ring' | 'line';
  label: string;
  rows: readonly ChartRow[];
  series: readonly ChartSeries[];
  tones?: readonly ChartTone[];
  /** Values of another period, drawn as a dashed line over the rows. */
  past?: { name: string; values: readonly number[] };
  /** A value drawn as a dashed horizontal line. */
  limit?: { name: string; value: number };
  /** The end of the scale. By default, it depends on the largest value. */
  max?: number;
  height?: number;
  /** Shows the figures as text. By default, Chart renders them only for keyboard and screen reader users. */
  children?: ReactNode;
}

/** Resolves when the font has loaded, or fails: a canvas keeps the font that it was drawn with. */
const loadFont = () => document.fonts.load(`12px ${FONT_FAMILY}`).catch(() => undefined);

const hasCanvas = () => document.createElement('canvas').getContext('2d') !== null;

/** Loads the chart library after the first paint. Returns undefined until it has loaded, and if it does not load. */
function useCanvas(): ComponentType<ChartProps> | undefined {
  const [canvas, setCanvas] = useState<{ Canvas: ComponentType<ChartProps> }>();
  useEffect(() => {
    if (!hasCanvas()) return;
    let isGone = false;
    const load = () =>
      Promise.all([import('./chart-canvas.tsx'), loadFont()]).then(
        ([{ ChartCanvas }]) => isGone || setCanvas({ Canvas: ChartCanvas }),
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

/**
 * A chart of fixed height, so that loading it does not move the page. Keyboards and screen readers cannot reach a
 * canvas, so the same figures follow as links or, if no row has a path, as a table.
 */
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
    <Flex component="ul" wrap gap="4px 16px" className="plain cell-small chart-legend" aria-hidden>
      {series.map(({ name, tone }) => (
        <li key={name}>
          <i style={{ background: TONES[tone] }} /> {name}
        </li>
      ))}
      {past && (
        <li>
          <i className="chart-past" /> {past}
        </li>
      )}
    </Flex>
  );
}

function textOf({ name, values, note }: ChartRow, at: number, { series, past }: ChartProps): string {
  const parts = series.map((one, index) => `${formatNumber(values[index] ?? 0)} ${one.name.toLowerCase()}`);
  const before = past && `${past.name.toLowerCase()}: ${formatNumber(past.values[at] ?? 0)}`;
  return `${name}: ${[...parts, before, note].filter(Boolean).join(', ')}`;
}

/** The figures as links for keyboard and screen reader users. A link is visible only while it has the focus. */
function FigureLinks(props: ChartProps) {
  return (
    <ul className="plain chart-links" aria-label={props.label}>
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
