import { Card, Statistic } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../components/format-figures.ts';

export function Figure({ label, value, to, note }: { label: string; value: number; to: string; note?: ReactNode }) {
  return (
    <Link className="figure" to={to}>
      <Card hoverable>
        <Statistic title={label} value={value} formatter={() => formatNumber(value)} />
        {note && <span className="cell-quiet">{note}</span>}
      </Card>
    </Link>
  );
}
