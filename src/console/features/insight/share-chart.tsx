import { Link } from 'react-router';
import { Chart, type ChartTone, TONES } from '../../components/chart.tsx';
import { formatNumber, percentOf } from '../../components/format-figures.ts';

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
