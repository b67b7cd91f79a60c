import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Resource } from '../../../resources/kit/resource.ts';
import { afterCommit } from './after-commit.ts';
import { CHANNEL, hear, type NotifyingDatabase } from './notifications.ts';
import type { Tx } from './tx.ts';

/** Where to look, never what is there. */
export interface LiveChange {
  accountId: string;
  resource: string;
  type: 'created' | 'updated' | 'deleted';
  id: string;
  /** Of a deleted row, which can no longer be asked. */
  contextId?: string;
}

/** `undefined`: others' changes may have been missed. */
type ChangeListener = (change: LiveChange | undefined) => void;

interface Changes {
  tell(changes: readonly LiveChange[]): void;
  listen(accountId: string, listener: ChangeListener): () => void;
}

const TOPIC = 'rows';
/** Other processes are told together, so that a busy queue does not send a notification for each of its rows. */
const FLUSH_MS = 100;
/** A notification has at most 8,000 bytes. */
const TOLD_TOGETHER = 30;

function openChanges(db: NotifyingDatabase): Changes {
  const listeners = new Map<string, Set<ChangeListener>>();
  const origin = randomUUID();
  let waiting: LiveChange[] = [];
  let stopHearing: (() => void) | undefined;

  const pass = (changes: readonly LiveChange[]) => {
    for (const change of changes) for (const listener of listeners.get(change.accountId) ?? []) listener(change);
  };
  const flush = async () => {
    const changes = waiting;
    waiting = [];
    for (let at = 0; at < changes.length; at += TOLD_TOGETHER) {
      const text = `${TOPIC} ${origin} ${JSON.stringify(changes.slice(at, at + TOLD_TOGETHER))}`;
      await db.pool.query('select pg_notify($1, $2)', [CHANNEL, text]);
    }
  };
  return {
    tell(changes) {
      pass(changes);
      if (db.kind !== 'postgres' || changes.length === 0) return;
      // A hint that cannot be sent is made up for by the lists' own polling.
      if (waiting.length === 0) setTimeout(() => void flush().catch(() => undefined), FLUSH_MS).unref();
      waiting.push(...changes);
    },
    listen(accountId, listener) {
      const ours = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ours.add(listener));
      stopHearing ??= hear(db, TOPIC, {
        heard(text) {
          const [from = ''] = text.split(' ', 1);
          if (from !== origin) pass(JSON.parse(text.slice(from.length + 1)) as LiveChange[]);
        },
        opened: () => listeners.forEach((all) => all.forEach((one) => one(undefined))),
      });
      return () => {
        ours.delete(listener);
        if (ours.size === 0 && listeners.get(accountId) === ours) listeners.delete(accountId);
        if (listeners.size > 0) return;
        stopHearing?.();
        stopHearing = undefined;
      };
    },
  };
}

const opened = new WeakMap<pg.Pool, Changes>();

/** Returns the changes of rows that this process and others tell of. */
export function changesIn(db: NotifyingDatabase): Changes {
  const changes = opened.get(db.pool) ?? openChanges(db);
  opened.set(db.pool, changes);
  return changes;
}

/** Tells of a changed row of a live resource once the transaction commits. */
export function noteChange(tx: Tx, { name, list }: Resource, change: Omit<LiveChange, 'resource'>): void {
  if (list.live) afterCommit(tx, (db) => changesIn(db).tell([{ ...change, resource: name }]));
}
