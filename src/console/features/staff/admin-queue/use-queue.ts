import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { choice, text } from '../../../../../resources/kit/field.ts';
import { defineResource } from '../../../../../resources/kit/resource.ts';
import { JOB_STATES, type QueueJob } from '../../../../shared/staff.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { useListView } from '../../../resource/use-list-view.ts';
import { textFilter, withFilter, type ListView } from '../../../resource/view.ts';

export type JobState = QueueJob['state'];
export interface Queue {
  counts: Record<JobState, number>;
  kinds: string[];
  data: QueueJob[];
  total: number;
}

/** The queue moves by itself; a hidden tab asks for nothing. */
const POLL_MS = 5_000;
const PATH = '/admin/jobs';
const KEY = ['queue'];

/** The queue as the engine's pager and addresses know lists; only its view is read from this, never a row. */
const queue = defineResource({
  name: 'admin-queue',
  scope: 'platform',
  title: 'kind',
  path: '/admin/queue',
  fields: { kind: text({ readOnly: true }), state: choice(JOB_STATES, { readOnly: true }) },
  list: { columns: ['kind'], params: ['state', 'kind', 'accountId'], sort: 'kind' },
  acts: ['list', 'retry'],
});

export type QueueFilter = Partial<Record<'state' | 'kind' | 'accountId', string>>;

/** What the address asks of the queue, and the way to ask for something else. */
export function useQueueView() {
  const control = useListView(queue);
  const { view, change } = control;
  const filter: QueueFilter = {
    state: textFilter(view.filters, 'state'),
    kind: textFilter(view.filters, 'kind'),
    accountId: textFilter(view.filters, 'accountId'),
  };
  const setFilter = (patch: QueueFilter) =>
    change({ filters: Object.entries({ ...filter, ...patch }).flatMap(([name, eq]) => withFilter([], name, { eq })) });
  return { control, filter, setFilter };
}

/** One page of the queue, asked for again while somebody looks. */
export function useQueue(filter: QueueFilter, view: Pick<ListView, 'currentPage' | 'pageSize'>) {
  const query = { ...filter, page: view.currentPage, limit: view.pageSize };
  return useQuery({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => request<Queue>(PATH, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}

/** Puts parked jobs back: one by its id, or all that a filter finds; answers how many. */
export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: { id: string } | { filter: QueueFilter }) => {
      if ('id' in what) {
        await request(`${PATH}/${what.id}/retry`, { method: 'POST' });
        return 1;
      }
      const { kind = null, accountId = null } = what.filter;
      const body = { kind, accountId };
      return (await request<{ retried: number }>(`${PATH}/retry`, { method: 'POST', body })).retried;
    },
    onError: (failure) => void showFailure(failure),
    // Not waited for: with the new queue the asking button may be gone, and its "done" would never be said.
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
  });
}
