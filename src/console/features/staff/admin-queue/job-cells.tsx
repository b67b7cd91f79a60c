import type { TFunction } from 'i18next';
import { MomentText } from '../../../components/moment-text.tsx';
import { Nothing } from '../../../resource/field-cell.tsx';
import type { QueueJob } from './use-queue.ts';

/** A kind of work in words; one that has none is said as it is. */
export const kindWord = (t: TFunction, kind: string) => t(`queue.kinds.${kind}`, kind);

/** The cells that say more than their field. */
export const jobCells = (t: TFunction) => ({
  kind: ({ kind, account, accountId }: QueueJob) => (
    <>
      <span className="cell-line">{kindWord(t, kind)}</span>
      <span className="cell-line queue-account" title={account || accountId}>
        {account || accountId}
      </span>
    </>
  ),
  runAt: ({ state, runAt }: QueueJob) =>
    state === 'waiting' || state === 'retrying' ? <MomentText iso={runAt} /> : <Nothing />,
  // The first line of an error says what went wrong; the whole is told on hover.
  error: ({ error }: QueueJob) =>
    error && (
      <span className="cell-line queue-error" title={error}>
        {error.split('\n', 1)[0]}
      </span>
    ),
});
