import { Button, Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { queue } from '../../../../../resources/queue.ts';
import { JOB_STATES } from '../../../../shared/job-states.ts';
import { formatCount } from '../../../components/format.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';
import type { JobState } from './queue-view.ts';

/** The number of jobs per state. A click on a figure filters by that state; another click removes the filter. */
export function StateFigures(props: {
  counts: Record<JobState, number> | undefined;
  chosen: string | undefined;
  choose: (state?: string) => void;
}) {
  const { t } = useTranslation();
  const { counts, chosen, choose } = props;
  return (
    <div className="tiles" role="group" aria-label={t('queue.byState')}>
      {JOB_STATES.map((state) => (
        <Button
          key={state}
          block
          className="line-button"
          aria-pressed={chosen === state}
          type={chosen === state ? 'primary' : 'default'}
          ghost={chosen === state}
          onClick={() => choose(chosen === state ? undefined : state)}
        >
          <Statistic
            title={<FieldCell resource={queue} name="state" value={state} />}
            value={counts?.[state]}
            loading={!counts}
            formatter={() => formatCount(counts?.[state] ?? 0)}
          />
        </Button>
      ))}
    </div>
  );
}
