import type { ReactNode } from 'react';
import './status-dot.css';

/** How a status stands: each tone has its own shape as well as its colour. */
export type Tone = 'good' | 'waiting' | 'moving' | 'bad' | 'off';

const TONES: Record<string, Tone> = {
  pending: 'waiting',
  working: 'moving',
  done: 'good',
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
  FAILURE_PAYMENT: 'bad',
  PENDING_PAYMENT: 'waiting',
  PENDING_DOWNGRADE: 'waiting',
  PENDING_CANCEL: 'off',
};

/** The tone of a choice's value; undefined when the value is no status. */
export const toneOf = (value: string): Tone | undefined => TONES[value];

/** A status: a shape, and always its word. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status status-${tone}`}>
      <svg className="status-shape" aria-hidden width="10" height="10" viewBox="0 0 10 10">
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
