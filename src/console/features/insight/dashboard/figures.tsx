import { Card, Statistic } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../../shared/format.ts';

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
