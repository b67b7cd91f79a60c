import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InboxBrief, InboxRow, TalkMessage } from '../../../../shared/handover.ts';
import { request } from '../../../http/client.ts';
import { openEventStream } from '../../../http/event-stream.ts';

/** What one assistant's exchange needs to be shown here. */
export interface ShownExchange {
  id: string;
  question: string;
  answer: string;
  createdAt: string;
}

export interface InboxTalk {
  row: InboxRow;
  exchanges: ShownExchange[];
  messages: TalkMessage[];
  brief: InboxBrief;
}

const ROWS = ['inbox', 'rows'];
const talkKey = (id: string) => ['inbox', 'talk', id];
/** The stream tells at once; this finds what it missed. */
const POLL_MS = 30_000;

/** Returns rows with one of them replaced or added. */
const withRow = (rows: readonly InboxRow[], row: InboxRow) => [row, ...rows.filter(({ id }) => id !== row.id)];

/** Returns messages with others added once each, in their order. */
const withMessages = (known: readonly TalkMessage[], added: readonly TalkMessage[]) =>
  [...new Map([...known, ...added].map((one) => [one.seq, one])).values()].sort((a, b) => a.seq - b.seq);

/** Reads what a conversation has after its last known message, and its row. */
export function useCatchUp() {
  const client = useQueryClient();
  return async (row: InboxRow) => {
    const known = client.getQueryData<InboxTalk>(talkKey(row.id));
    if (!known) return;
    const after = known.messages.at(-1)?.seq ?? 0;
    const isBehind = row.lastSeq > after;
    const path = `/inbox/${row.id}/messages`;
    const { data } = isBehind ? await request<{ data: TalkMessage[] }>(path, { query: { after } }) : { data: [] };
    client.setQueryData<InboxTalk>(
      talkKey(row.id),
      (now) => now && { ...now, row, messages: withMessages(now.messages, data) },
    );
  };
}

/** The conversations of the inbox, kept up to date. `onWaiting` is called for each one that begins to wait. */
export function useInbox(onWaiting: (row: InboxRow) => void) {
  const client = useQueryClient();
  const catchUp = useCatchUp();
  const [isLost, setLost] = useState(false);
  const query = useQuery({
    queryKey: ROWS,
    queryFn: async ({ signal }) => (await request<{ data: InboxRow[] }>('/inbox', { signal })).data,
    refetchInterval: POLL_MS,
  });
  const latest = useRef({ catchUp, onWaiting });
  useEffect(() => {
    latest.current = { catchUp, onWaiting };
  });
  useEffect(() => {
    const hear = (row: InboxRow) => {
      const before = client.getQueryData<InboxRow[]>(ROWS)?.find(({ id }) => id === row.id);
      client.setQueryData<InboxRow[]>(ROWS, (rows = []) => withRow(rows, row));
      if (row.state === 'waiting' && before?.state !== 'waiting') latest.current.onWaiting(row);
      void latest.current.catchUp(row).catch(() => undefined);
    };
    // While it is open, the user counts as present.
    return openEventStream('/inbox/events', {
      event(name, data) {
        if (name === 'row') hear(data as InboxRow);
        if (name !== 'ready') return;
        setLost(false);
        void client.invalidateQueries({ queryKey: ['inbox'] });
      },
      lost: () => setLost(true),
    });
  }, [client]);
  return { query, isLost };
}

/** One conversation with its brief. */
export const useTalk = (id: string) =>
  useQuery({
    queryKey: talkKey(id),
    queryFn: ({ signal }) => request<InboxTalk>(`/inbox/${id}`, { signal }),
    refetchInterval: POLL_MS,
  });
