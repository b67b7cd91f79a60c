import type { TFunction } from 'i18next';
import { MomentText } from '../../../components/moment-text.tsx';
import { Nothing } from '../../../resource/field-cell.tsx';
import type { QueueRow } from './use-queue.ts';

/** Returns the label of a kind of job, or the kind itself if it has no label. */
export const kindWord = (t: TFunction, kind: string) => t(`queue.kinds.${kind}`, kind);

/** Returns the custom cells of the job list. */
export const jobCells = (t: TFunction) => ({
  kind: ({ kind, account, accountId }: QueueRow) => (
    <>
      <span className="cell-line">{kindWord(t, kind)}</span>
      <span className="cell-line cell-small" title={account || accountId}>
        {account || accountId}
      </span>
    </>
  ),
  runAt: ({ state, runAt }: QueueRow) =>
    state === 'waiting' || state === 'retrying' ? <MomentText iso={runAt} /> : <Nothing />,
  // Shows the first line of an error, and all of it on hover.
  error: ({ error }: QueueRow) =>
    error && (
      <span className="cell-line queue-error" title={error}>
        {error.split('\n', 1)[0]}
      </span>
    ),
});
