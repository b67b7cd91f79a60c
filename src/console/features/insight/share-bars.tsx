import { Link } from 'react-router';
import { percentOf, formatNumber } from '../../components/format-figures.ts';

export interface Share {
  name: string;
  value: number;
  to: string;
  tone?: 'one' | 'two' | 'three' | 'four';
  /** Behind the figure. */
  note?: string;
}

/** Parts as bars, each with its name, figure and share; each leads to what it counts. `of` is the whole. */
export function ShareBars(props: {
  shares: readonly Share[];
  of: number;
  label: string;
  /** Draws each bar as its part of the whole; else the largest fills its line. */
  ofWhole?: boolean;
}) {
  const { shares, of, label } = props;
  const top = props.ofWhole ? of : Math.max(1, ...shares.map(({ value }) => value));
  return (
    <ul className="share-bars" aria-label={label}>
      {shares.map(({ name, value, to, tone = 'one', note }) => (
        <li key={to}>
          <Link to={to}>
            <span className="share-name">{name}</span>
            <span className="share-value figures">
              {formatNumber(value)} <span className="share-percent">{note ?? `${percentOf(value, of)}%`}</span>
            </span>
            <span className="share-track" aria-hidden>
              <i data-tone={tone} style={{ width: `${(100 * value) / top}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
