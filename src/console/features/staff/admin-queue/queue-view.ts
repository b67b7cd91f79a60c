import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { queue } from '../../../../../resources/queue.ts';
import type { LoadCheck } from '../../../../shared/embedded-load.ts';
import { textFilter } from '../../../providers/view.ts';
import type { ListControl } from '../../../resource/use-list-table.ts';

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

export const filterOf = ({ view: { filters } }: ListControl): QueueFilter => ({
  state: textFilter(filters, 'state'),
  kind: textFilter(filters, 'kind'),
  accountId: textFilter(filters, 'accountId'),
});
