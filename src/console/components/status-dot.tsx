import type { ReactNode } from 'react';
import './components.css';

/** The tone of a status. Each has its own shape, because colour alone is not enough. */
export type StatusTone = 'good' | 'waiting' | 'moving' | 'bad' | 'off';

/** The values of choices that are statuses, by their tone. */
const VALUES: Record<StatusTone, readonly string[]> = {
  good: ['done', 'answered', 'ACTIVE', 'paid', 'positive', 'delivered', 'active'],
  waiting: [
    'pending',
    'PENDING',
    'draft',
    'open',
    'waiting',
    'retrying',
    'PENDING_PAYMENT',
    'PENDING_DOWNGRADE',
    'suspended',
  ],
  moving: ['working', 'running'],
  bad: ['error', 'EXPIRED', 'uncollectible', 'void', 'negative', 'parked', 'gone', 'FAILURE_PAYMENT', 'expired'],
  off: ['INACTIVE', 'deleted', 'refunded', 'neutral', 'paused', 'PENDING_CANCEL', 'revoked'],
};
const TONES = new Map(
  (Object.keys(VALUES) as StatusTone[]).flatMap((tone) => VALUES[tone].map((value) => [value, tone])),
);

/** Returns the tone of a choice's value, or undefined when the value is not a status. */
export const toneOf = (value: string): StatusTone | undefined => TONES.get(value);

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
