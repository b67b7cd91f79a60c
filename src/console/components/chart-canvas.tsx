import Bar from '@ant-design/plots/es/components/bar';
import Column from '@ant-design/plots/es/components/column';
import Line from '@ant-design/plots/es/components/line';
import Pie from '@ant-design/plots/es/components/pie';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useThemeName } from '../theme/theme-store.ts';
import { palettes } from '../theme/tokens.ts';
import type { ChartProps } from './chart.tsx';
import { chartOptions } from './chart-options.ts';

interface ElementEvent {
  data?: { data?: { to?: string } };
}
interface ClickSource {
  on: (name: 'element:click', listener: (event: ElementEvent) => void) => void;
}

type ChartFigures = Pick<ChartProps, 'rows' | 'series' | 'tones' | 'past' | 'limit' | 'max'>;

/** A chart drawn by @ant-design/plots. A click on a part opens the list of what it counts. */
export function ChartCanvas({ kind, label: _label, children: _children, ...props }: ChartProps) {
  const { rows, series, tones, past, limit, max } = props;
  const navigate = useNavigate();
  const follow = useRef(navigate);
  follow.current = navigate;
  const palette = palettes[useThemeName()];
  // Compared as text, so that refetched data with the same figures does not redraw the chart.
  const figures = JSON.stringify({ rows, series, tones, past, limit, max });
  const options = useMemo(
    () => chartOptions({ kind, ...(JSON.parse(figures) as ChartFigures) }, palette),
    [kind, figures, palette],
  );
  const listen = useCallback(({ chart }: { chart: ClickSource }) => {
    chart.on('element:click', ({ data }) => {
      const to = data?.data?.to;
      if (to) void follow.current(to);
    });
  }, []);
  const shared = { ...options, onReady: listen };
  if (kind === 'ring') return <Pie angleField="value" {...shared} />;
  if (kind === 'line') return <Line {...shared} />;
  if (kind === 'columns') return <Column {...shared} />;
  return <Bar {...shared} />;
}
