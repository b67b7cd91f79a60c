import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueJob } from '../../../../shared/staff.ts';
import type { Column } from '../../../resource/data-table.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { StatusDot, type Tone } from '../../../components/status-dot.tsx';
import type { JobState } from './use-queue.ts';

export const TONES: Record<JobState, Tone> = {
  waiting: 'waiting',
  running: 'moving',
  retrying: 'waiting',
  parked: 'bad',
};

/** A kind of work in words; one that has none is said as it is. */
export const kindWord = (t: TFunction, kind: string) => t(`admin-queue.kinds.${kind}`, kind);

/** The first line of an error says what went wrong; the whole is told on hover. */
function ErrorText({ error }: { error: string | null }) {
  if (!error) return null;
  return (
    <span className="cell-line queue-error" title={error}>
      {error.split('\n', 1)[0]}
    </span>
  );
}

export function useJobColumns(): Column<QueueJob>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const column = (name: string, cell: Column<QueueJob>['cell']) => ({
      name,
      label: t(`admin-queue.fields.${name}`),
      cell,
    });
    return [
      column('kind', ({ kind, account, accountId }) => (
        <>
          <span className="cell-line">{kindWord(t, kind)}</span>
          <span className="cell-line queue-account" title={account || accountId}>
            {account || accountId}
          </span>
        </>
      )),
      column('state', ({ state }) => <StatusDot tone={TONES[state]}>{t(`admin-queue.states.${state}`)}</StatusDot>),
      { ...column('attempts', ({ attempts }) => <span className="figures">{attempts}</span>), isFigure: true },
      column('createdAt', ({ createdAt }) => <MomentText iso={createdAt} />),
      column('runAt', ({ state, runAt }) =>
        state === 'waiting' || state === 'retrying' ? (
          <MomentText iso={runAt} />
        ) : (
          <span className="cell-quiet">–</span>
        ),
      ),
      { ...column('error', ({ error }) => <ErrorText error={error} />), isLong: true },
    ];
  }, [t]);
}
