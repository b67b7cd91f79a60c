import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './connect.ts';

/** A notification's text is `<topic> <text>`. */
export const CHANNEL = 'prosa_news';
const RETRY_MS = 1_000;

interface NotificationListener {
  heard(text: string): void;
  /** Again after a lost connection: what was said meanwhile is lost. */
  opened?(): void;
}

/** Of `Db`, which is built upon this. */
export type NotifyingDatabase = Pick<Database, 'kind' | 'pool'>;

interface Notifications {
  hear(topic: string, listener: NotificationListener): () => void;
}

/** One connection per process, which is open while somebody listens. */
function openNotifications({ pool }: NotifyingDatabase): Notifications {
  const topics = new Map<NotificationListener, string>();
  let client: pg.PoolClient | undefined;
  let isConnecting = false;

  const drop = () => {
    client?.removeAllListeners('notification');
    // Destroyed, because a pooled session would keep listening.
    client?.release(true);
    client = undefined;
  };
  const open = async () => {
    const opened = await pool.connect();
    opened.on('error', () => {
      if (client !== opened) return;
      drop();
      void connect();
    });
    opened.on('notification', ({ payload = '' }) => {
      const [topic = ''] = payload.split(' ', 1);
      for (const [listener, own] of topics) if (own === topic) listener.heard(payload.slice(topic.length + 1));
    });
    try {
      await opened.query('listen prosa_news');
    } catch (error) {
      opened.release(true);
      throw error;
    }
    client = opened;
    if (topics.size === 0) drop();
    for (const listener of topics.keys()) listener.opened?.();
  };
  async function connect(): Promise<void> {
    if (isConnecting) return;
    isConnecting = true;
    while (topics.size > 0 && !client) await open().catch(() => wait(RETRY_MS, undefined, { ref: false }));
    isConnecting = false;
  }
  return {
    hear(topic, listener) {
      topics.set(listener, topic);
      void connect();
      return () => {
        topics.delete(listener);
        if (topics.size === 0) drop();
      };
    },
  };
}

const opened = new WeakMap<pg.Pool, Notifications>();

/**
 * Calls a listener for what other processes say about a topic, until it is stopped. They are hints, which may be lost.
 * The embedded database has one process only.
 */
export function hear(db: NotifyingDatabase, topic: string, listener: NotificationListener): () => void {
  if (db.kind !== 'postgres') return () => undefined;
  const notifications = opened.get(db.pool) ?? openNotifications(db);
  opened.set(db.pool, notifications);
  return notifications.hear(topic, listener);
}
