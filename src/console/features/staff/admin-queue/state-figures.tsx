import { useTranslation } from 'react-i18next';
import { JOB_STATES } from '../../../../shared/staff.ts';
import { StatusDot } from '../../../components/status-dot.tsx';
import { formatCount } from '../../../components/format.ts';
import { TONES } from './job-columns.tsx';
import type { Queue } from './use-queue.ts';
import { SkeletonLine } from '../../../components/skeleton.tsx';

/** How many jobs stand how; each figure shows its own alone, and all again. */
export function StateFigures(props: {
  counts: Queue['counts'] | undefined;
  chosen: string | undefined;
  choose: (state?: string) => void;
}) {
  const { t } = useTranslation();
  const { counts, chosen, choose } = props;
  return (
    <div className="queue-states" role="group" aria-label={t('admin-queue.byState')}>
      {JOB_STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="queue-state"
          aria-pressed={chosen === state}
          onClick={() => choose(chosen === state ? undefined : state)}
        >
          <StatusDot tone={TONES[state]}>{t(`admin-queue.states.${state}`)}</StatusDot>
          <strong className="figures">{counts ? formatCount(counts[state]) : <SkeletonLine />}</strong>
        </button>
      ))}
    </div>
  );
}
