import { useTranslation } from 'react-i18next';
import { queue } from '../../../../../resources/queue.ts';
import { JOB_STATES } from '../../../../shared/job-states.ts';
import { formatCount } from '../../../components/format.ts';
import { SkeletonLine } from '../../../components/skeleton.tsx';
import { StatusDot, toneOf } from '../../../components/status-dot.tsx';
import { useResourceTexts } from '../../../resource/words.ts';
import type { JobState } from './use-queue.ts';

/** The number of jobs per state. A click on a figure filters by that state; another click removes the filter. */
export function StateFigures(props: {
  counts: Record<JobState, number> | undefined;
  chosen: string | undefined;
  choose: (state?: string) => void;
}) {
  const { t } = useTranslation();
  const words = useResourceTexts(queue);
  const { counts, chosen, choose } = props;
  return (
    <div className="queue-states" role="group" aria-label={t('queue.byState')}>
      {JOB_STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="queue-state"
          aria-pressed={chosen === state}
          onClick={() => choose(chosen === state ? undefined : state)}
        >
          <StatusDot tone={toneOf(state) ?? 'off'}>{words.option('state', state)}</StatusDot>
          <strong className="figures">{counts ? formatCount(counts[state]) : <SkeletonLine />}</strong>
        </button>
      ))}
    </div>
  );
}
