import type { ReactNode } from 'react';
import './components.css';

/** The tone of a status. Each has its own shape, because colour alone is not enough. */
export type StatusTone = 'good' | 'waiting' | 'moving' | 'bad' | 'off';

const TONES: Record<string, StatusTone> = {
  pending: 'waiting',
  working: 'moving',
  done: 'good',
  answered: 'good',
  error: 'bad',
  ACTIVE: 'good',
  INACTIVE: 'off',
  PENDING: 'waiting',
  EXPIRED: 'bad',
  paid: 'good',
  draft: 'waiting',
  open: 'waiting',
  deleted: 'off',
  uncollectible: 'bad',
  void: 'bad',
  positive: 'good',
  neutral: 'off',
  negative: 'bad',
  waiting: 'waiting',
  running: 'moving',
  retrying: 'waiting',
  parked: 'bad',
  delivered: 'good',
  paused: 'off',
  gone: 'bad',
  FAILURE_PAYMENT: 'bad',
  PENDING_PAYMENT: 'waiting',
  PENDING_DOWNGRADE: 'waiting',
  PENDING_CANCEL: 'off',
  active: 'good',
  suspended: 'waiting',
  expired: 'bad',
  revoked: 'off',
};

/** Returns the tone of a choice's value, or undefined when the value is not a status. */
export const toneOf = (value: string): StatusTone | undefined => TONES[value];

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
