import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choice, text } from '../../../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../../../resources/kit/resource.ts';
import { JOB_STATES, type QueueJob } from '../../../shared/staff.ts';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { useListView } from '../../resource/use-list-view.ts';

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
  list: { columns: ['kind'], sort: 'kind' },
  acts: ['list', 'retry'],
}) as unknown as Resource;

const EXTRAS = ['state', 'kind', 'accountId'] as const;
export type QueueFilter = Partial<Record<(typeof EXTRAS)[number], string>>;

/** What the address asks of the queue, and the way to ask for something else. */
export function useQueueView() {
  const control = useListView(queue, EXTRAS);
  const { view, change } = control;
  const filter = view.extras as QueueFilter;
  const setFilter = (patch: QueueFilter) => {
    const kept = Object.entries({ ...filter, ...patch }).filter(([, value]) => value !== undefined);
    change({ extras: Object.fromEntries(kept) as Record<string, string> });
  };
  return { control, filter, setFilter };
}

/** One page of the queue, asked for again while somebody looks. */
export function useQueue(filter: QueueFilter, { page, limit }: { page: number; limit: number }) {
  const query = useMemo(() => ({ ...filter, page, limit }), [filter, page, limit]);
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
