import { useCustomMutation, useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import { failureNotice, successNotice } from '../../../components/notices.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';
import { textFilter } from '../../../resource/view.ts';

export type QueueJob = RecordOf<typeof queue>;
export type JobState = QueueJob['state'];

/** What the server says of the queue besides its rows, whatever is asked for. */
interface Queue {
  counts: Record<JobState, number>;
  kinds: string[];
}
export const queueOf = ({ answer }: ListControl) => answer as Queue | undefined;

export type QueueFilter = Partial<Record<'state' | 'kind' | 'accountId', string>>;

/** What the address asks of the queue. */
export const filterOf = ({ view: { filters } }: ListControl): QueueFilter => ({
  state: textFilter(filters, 'state'),
  kind: textFilter(filters, 'kind'),
  accountId: textFilter(filters, 'accountId'),
});

interface Retry {
  /** One job; without it all that `filter` finds. */
  id?: string;
  filter?: QueueFilter;
  said: (count: number) => string;
  onDone?: () => void;
}

/** Puts parked jobs back. */
export function useRetry() {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<{ id: string; retried?: number }>();
  const retry = ({ id, filter, said, onDone }: Retry) =>
    mutate(
      {
        url: id === undefined ? `${queue.api}/retry` : `${queue.api}/${id}/retry`,
        method: 'post',
        values: id === undefined ? { kind: filter?.kind ?? null, accountId: filter?.accountId ?? null } : {},
        successNotification: (done) => successNotice(said(done?.data.retried ?? 1))(),
        errorNotification: failureNotice(t),
      },
      {
        onSuccess: onDone,
        onSettled: () => void invalidate({ resource: queue.name, invalidates: ['list'] }),
      },
    );
  return { retry, isPending: mutation.isPending };
}
