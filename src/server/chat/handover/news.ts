import { setTimeout as wait } from 'node:timers/promises';
import { findChangedTalks } from '../../db/due-work.ts';
import { gather } from '../../db/gather.ts';
import { hear } from '../../db/notifications.ts';
import type { Db } from '../../db/tenant.ts';

/** The topic of PostgreSQL's notifications; their text is `<account> <conversation>`. */
export const TOPIC = 'talk';
/** Without a notification, a change of another process is seen within this time. */
const POLL_MS = 1_000;

type Listener = (conversationId: string) => void;

interface News {
  /** Tells this process's listeners of a change at once. */
  tell(accountId: string, conversationId: string): void;
  /** Calls `listener` for each change in the account, perhaps more than once. Returns a function that stops it. */
  listen(accountId: string, listener: Listener): () => void;
  /** Ends all waiting streams. */
  close(): void;
  readonly closed: AbortSignal;
}

/**
 * News of conversations with people, within this process and from others. The database is the only source of truth: news
 * only say where to look. PostgreSQL's notifications make them fast; a poll each second finds what they missed.
 */
function openNews(db: Db): News {
  const listeners = new Map<string, Set<Listener>>();
  const closing = new AbortController();
  const revisions = new Map<string, number>();
  let polling: Promise<void> | undefined;

  const tell = (accountId: string, conversationId: string) => {
    for (const listener of listeners.get(accountId) ?? []) listener(conversationId);
  };
  const poll = async () => {
    const stopHearing = hear(db, TOPIC, {
      heard(text) {
        const [accountId = '', conversationId = ''] = text.split(' ');
        tell(accountId, conversationId);
      },
    });
    while (listeners.size > 0 && !closing.signal.aborted) {
      // A failing database is reported by those who read from it.
      const changed = await findChangedTalks(db).catch(() => []);
      for (const { accountId, conversationId, handoverId, revision } of changed) {
        if (revisions.get(handoverId) === revision) continue;
        revisions.set(handoverId, revision);
        tell(accountId, conversationId);
      }
      if (revisions.size > 10_000) revisions.clear();
      await wait(POLL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    stopHearing();
    polling = undefined;
  };
  return {
    tell,
    listen(accountId, listener) {
      const ours = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ours.add(listener));
      polling ??= poll();
      return () => {
        ours.delete(listener);
        if (ours.size === 0 && listeners.get(accountId) === ours) listeners.delete(accountId);
      };
    },
    close: () => closing.abort(),
    closed: closing.signal,
  };
}

const opened = new WeakMap<Db['pool'], News>();

/** Returns the news of this process's database. */
export function newsOf(db: Db): News {
  const news = opened.get(db.pool) ?? openNews(db);
  opened.set(db.pool, news);
  return news;
}

interface Waiting {
  isWanted: (conversationId: string) => boolean;
  /** Also yields after this time without a change. */
  everyMs: () => number;
  signal: AbortSignal;
}

/**
 * Yields at once, then whenever something may have changed in conversations that `isWanted`. Ends
 * when the signal aborts or the process stops.
 */
export async function* changesOf(
  db: Db,
  accountId: string,
  { isWanted, everyMs, signal }: Waiting,
): AsyncGenerator<ReadonlySet<string>> {
  const news = newsOf(db);
  const batches = gather<string>(
    (add) =>
      news.listen(accountId, (id) => {
        if (isWanted(id)) add(id, id);
      }),
    { everyMs, signal: AbortSignal.any([signal, news.closed]) },
  );
  for await (const batch of batches) yield new Set(batch.keys());
}
