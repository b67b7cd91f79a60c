import { useCustomMutation, useInvalidate } from '@refinedev/core';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import type { LoadCheck } from '../../../../shared/embedded-load.ts';
import { successNotice } from '../../../components/notices.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { textFilter } from '../../../resource/view.ts';

export type QueueRow = RecordOf<typeof queue>;
export type JobState = QueueRow['state'];

/** What the server returns about the queue in addition to the rows, independent of the filters. */
interface Queue {
  counts: Record<JobState, number>;
  kinds: string[];
  /** The last check of the embedded database; null on PostgreSQL. */
  embedded: LoadCheck | null;
}
export const queueOf = ({ answer }: ListControl) => answer as Queue | undefined;

export type QueueFilter = Partial<Record<'state' | 'kind' | 'accountId', string>>;

/** Returns the filters in the address. */
export const filterOf = ({ view: { filters } }: ListControl): QueueFilter => ({
  state: textFilter(filters, 'state'),
  kind: textFilter(filters, 'kind'),
  accountId: textFilter(filters, 'accountId'),
});

interface Retry {
  /** The job to retry; without it, all jobs that match `filter`. */
  id?: string;
  filter?: QueueFilter;
  said: (count: number) => string;
  onDone?: () => void;
}

/** Returns the function that puts parked jobs back into the queue. */
export function useRetry() {
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<{ id: string; retried?: number }>();
  const retry = ({ id, filter, said, onDone }: Retry) =>
    mutate(
      {
        url: id === undefined ? `${queue.api}/retry` : `${queue.api}/${id}/retry`,
        method: 'post',
        values: id === undefined ? { kind: filter?.kind ?? null, accountId: filter?.accountId ?? null } : {},
        successNotification: (done) => successNotice(said(done?.data.retried ?? 1))(),
      },
      {
        onSuccess: onDone,
        onSettled: () => void invalidate({ resource: queue.name, invalidates: ['list'] }),
      },
    );
  return { retry, isPending: mutation.isPending };
}
