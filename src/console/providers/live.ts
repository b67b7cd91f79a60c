import type { LiveEvent, LiveProvider } from '@refinedev/core';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { ChangedRows } from '../../shared/live.ts';
import { openEventStream } from '../http/event-stream.ts';

type LiveSubscription = Parameters<LiveProvider['subscribe']>[0];

/** A page that follows another one takes over its stream. */
const CLOSE_AFTER_MS = 1_000;

const subscriptions = new Set<LiveSubscription>();
let stop: (() => void) | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
/** Changes may have been missed since the rows were read. */
let isBehind = false;

function tell({ channel, types, params, callback }: LiveSubscription, type: LiveEvent['type'], ids: string[]): void {
  if (type !== '*' && !types.includes('*') && !types.includes(type)) return;
  if (type !== '*' && params?.id !== undefined && !ids.includes(String(params.id))) return;
  callback({ channel, type, payload: { ids }, date: new Date() });
}

function hear(name: string, data: unknown): void {
  if (name === 'ready') {
    if (isBehind) for (const one of subscriptions) tell(one, '*', []);
    isBehind = true;
    return;
  }
  const { resource, type, ids } = data as ChangedRows;
  for (const one of subscriptions) if (one.channel === `resources/${resource}`) tell(one, type, ids);
}

const isWanted = () => subscriptions.size > 0 && document.visibilityState === 'visible';

function close(): void {
  if (isWanted()) return;
  stop?.();
  stop = undefined;
  if (subscriptions.size === 0) isBehind = false;
}

/** Only while the tab is visible: a browser opens few connections to a server without HTTP/2. */
function follow(): void {
  clearTimeout(closing);
  if (isWanted()) stop ??= openEventStream('/changes', { event: hear });
  else closing = setTimeout(close, CLOSE_AFTER_MS);
}

/**
 * Tells Refine's hooks of changed rows, from one stream for all of them. Without `publish`, since the server itself tells
 * of what a user changes.
 */
export const liveProvider: LiveProvider = {
  subscribe(subscription) {
    if (subscriptions.size === 0) document.addEventListener('visibilitychange', follow);
    subscriptions.add(subscription);
    follow();
    return subscription;
  },
  unsubscribe(subscription: LiveSubscription) {
    subscriptions.delete(subscription);
    if (subscriptions.size === 0) document.removeEventListener('visibilitychange', follow);
    follow();
  },
};

export const liveModeOf = ({ list }: Resource) => (list.live ? 'auto' : 'off');
