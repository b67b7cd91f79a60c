import { formatNumber } from '../../shared/format.ts';
import { FONT_FAMILY, type Palette } from '../theme/tokens.ts';
import type { ChartProps, ChartTone } from './chart.tsx';

type DrawnChart = Pick<ChartProps, 'kind' | 'rows' | 'series' | 'tones' | 'past' | 'limit' | 'max'>;

const colorOf = (palette: Palette, tone: ChartTone): string =>
  ({
    one: palette.primary,
    two: palette.information,
    three: palette.attention,
    four: palette.danger,
    off: palette.edge,
  })[tone];

/** The maximum number of day labels that fit side by side. */
const LABELS_MAX = 7;
/** The maximum length of a context's name beside its bar, in characters. */
const NAME_LENGTH = 22;

const shortened = (name: string) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);

/** Figures have at most one decimal, which would give the ticks between small values the same label. */
const tick = new Intl.NumberFormat('pt-BR', { maximumSignificantDigits: 4 });

function axesOf({ kind, rows }: DrawnChart, palette: Palette) {
  const label = {
    labelFill: palette.quiet,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontFamily: FONT_FAMILY,
    labelFontSize: 12,
  };
  const step = Math.ceil(rows.length / LABELS_MAX);
  const isAlongSide = kind === 'bars' || kind === 'groups';
  const names = isAlongSide
    ? { labelFormatter: shortened }
    : { labelFilter: (_: unknown, at: number) => at % step === 0, labelAutoRotate: false, labelAutoHide: false };
  return {
    x: {
      title: false,
      tick: false,
      line: true,
      lineStroke: palette.lineStrong,
      lineStrokeOpacity: 1,
      ...label,
      ...names,
    },
    y: {
      title: false,
      tick: false,
      labelFormatter: (value: number) => tick.format(value),
      gridStroke: palette.line,
      gridStrokeOpacity: 1,
      gridLineDash: [2, 3],
      ...label,
    },
  };
}

/** Returns options that make the library's tooltip look like the console's own. */
function tooltipOf(palette: Palette) {
  const box = {
    background: palette.raised,
    color: palette.text,
    'box-shadow': palette.shadow,
    'border-radius': '8px',
    'font-family': FONT_FAMILY,
  };
  const text = { color: palette.text };
  return {
    css: {
      '.g2-tooltip': box,
      '.g2-tooltip-title': text,
      '.g2-tooltip-list-item-name-label': text,
      '.g2-tooltip-list-item-value': text,
    },
  };
}

/** Returns the lines over the chart: the values of another period, and a limit. */
function linesOf({ rows, past, limit }: DrawnChart, palette: Palette) {
  const style = { stroke: palette.quiet, lineWidth: 2, lineDash: [4, 4] };
  const before = past && {
    type: 'line',
    data: rows.map(({ name }, at) => ({ name, value: past.values[at] ?? 0 })),
    encode: { x: 'name', y: 'value' },
    style,
    tooltip: { items: [{ field: 'value', name: past.name, color: palette.quiet }] },
  };
  const across = limit && {
    type: 'lineY',
    data: [limit.value],
    style: { ...style, lineWidth: 1 },
    labels: [{ text: limit.name, position: 'right', dx: -4, dy: -10, textAlign: 'end', fill: palette.quiet }],
  };
  return [before, across].filter((one) => one !== undefined);
}

/** Small counts get an axis up to 5, because ticks between them would be fractions. */
function topOf({ rows, past, limit, max }: DrawnChart): number | undefined {
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const all = [...sums, ...(past?.values ?? []), limit?.value ?? 0];
  return max ?? (all.every((value) => Number.isInteger(value) && value < 5) ? 5 : undefined);
}

export function chartOptions(chart: DrawnChart, palette: Palette) {
  const { kind, rows, series, tones = [] } = chart;
  const isRing = kind === 'ring';
  const data = rows.flatMap(({ name, values, to, parts }) =>
    series.map((one, at) => ({ name, series: one.name, value: values[at] ?? 0, to: parts?.[at] ?? to })),
  );
  const domain = isRing ? rows.map(({ name }) => name) : series.map(({ name }) => name);
  const range = (isRing ? tones : series.map(({ tone }) => tone)).map((tone) => colorOf(palette, tone));
  const cursor = rows.some(({ to }) => to) ? 'pointer' : 'default';
  const color = { domain, range };
  const shared = {
    data,
    animate: false as const,
    legend: false as const,
    scale: isRing ? { color } : { color, y: { nice: true, domainMin: 0, domainMax: topOf(chart) } },
    theme: { view: { viewFill: 'transparent' } },
    interaction: { tooltip: tooltipOf(palette), elementHighlight: false },
    tooltip: { items: [{ channel: 'y', valueFormatter: formatNumber }] },
  };
  if (isRing) {
    const style = { cursor, stroke: palette.surface, lineWidth: 2, inset: 1 };
    return { ...shared, colorField: 'name', innerRadius: 0.66, radius: 0.98, label: false as const, style };
  }
  const plane = {
    ...shared,
    xField: 'name',
    yField: 'value',
    colorField: 'series',
    axis: axesOf(chart, palette),
    annotations: linesOf(chart, palette),
  };
  if (kind === 'line') return { ...plane, style: { lineWidth: 2 }, point: { sizeField: 3, style: { lineWidth: 0 } } };
  const style = { cursor, maxWidth: 40, radiusTopLeft: 2, radiusTopRight: 2 };
  return { ...plane, style, ...(kind === 'groups' ? { group: true } : { stack: true }) };
}
