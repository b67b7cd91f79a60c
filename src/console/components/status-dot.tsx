import type { ReactNode } from 'react';
import type { Tone } from '../../../resources/kit/field.ts';
import './components.css';

/** The tone of a status. Each has its own shape, because colour alone is not enough. */
export type StatusTone = Tone;

const COLORS: Record<StatusTone, string> = {
  good: 'var(--primary)',
  waiting: 'var(--quiet)',
  moving: 'var(--information)',
  bad: 'var(--danger)',
  off: 'var(--edge)',
};

/** A status as a shape with its name. */
export function StatusDot({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className="status">
      <svg
        className={tone === 'moving' ? 'status-shape status-moving' : 'status-shape'}
        style={{ color: COLORS[tone] }}
        aria-hidden
        width="10"
        height="10"
        viewBox="0 0 10 10"
      >
        {tone === 'bad' ? (
          <path d="M5 .6 9.7 9H.3L5 .6Z" fill="currentColor" />
        ) : tone === 'good' ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <circle
            cx="5"
            cy="5"
            r="3.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray={tone === 'moving' ? '14 8' : undefined}
          />
        )}
      </svg>
      {children}
    </span>
  );
}
