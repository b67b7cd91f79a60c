import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { queue } from '../../../../../resources/queue.ts';
import type { LoadCheck } from '../../../../shared/embedded-load.ts';
import { useCall } from '../../../components/use-call.ts';
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

/** Returns the functions that put parked jobs back into the queue: one job, or all that match a filter. */
export function useRetry() {
  const { call, isBusy } = useCall<{ id: string; retried: number }>(queue.name);
  const retryOne = (id: string, successText: string) => call({ url: `${queue.api}/${id}/retry`, successText });
  const retryAll = ({ kind, accountId }: QueueFilter, successText: (count: number) => string, onSuccess: () => void) =>
    call({
      url: `${queue.api}/retry`,
      values: { kind: kind ?? null, accountId: accountId ?? null },
      successText: ({ retried }) => successText(retried),
      onSuccess,
    });
  return { retryOne, retryAll, isBusy };
}
