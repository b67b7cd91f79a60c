import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SkeletonLine } from '../../../components/skeleton.tsx';

export interface FigureProps {
  label: string;
  /** Undefined while it is not known. */
  value: number | undefined;
  /** It could not be told. */
  hasFailed?: boolean;
  to: string;
  /** Below the figure. */
  note?: ReactNode;
}

/** One number with its name; the whole of it leads to the list that it counts. */
export function Figure({ label, value, hasFailed, to, note }: FigureProps) {
  return (
    <Link className="figure" to={to}>
      <span className="figure-label">{label}</span>
      <strong className="figure-value figures">
        {hasFailed ? '–' : value === undefined ? <SkeletonLine /> : value.toLocaleString('pt-BR')}
      </strong>
      {note && <span className="figure-note">{note}</span>}
    </Link>
  );
}
