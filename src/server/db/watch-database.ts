import { setTimeout as pause } from 'node:timers/promises';
import { callDatabase } from './failures.ts';
import type { Db } from './tenant.ts';

/** The embedded database has a single session, so a slow reply does not mean that it is down. */
const REPLY_WAIT_MS = 100;
const ASSUMED_UP_MS = 15_000;

/** Does not wait long for a busy database that replied recently. Rejects with the database's error. */
export function watchDatabase(db: Db): () => Promise<void> {
  let lastUp = -Infinity;
  let check: Promise<void> | undefined;

  async function ping(): Promise<void> {
    try {
      await callDatabase(() => db.pool.query('select 1'));
      lastUp = performance.now();
    } catch (failure) {
      lastUp = -Infinity;
      throw failure;
    } finally {
      check = undefined;
    }
  }

  return async () => {
    check ??= ping();
    const isAssumedUp = performance.now() - lastUp < ASSUMED_UP_MS;
    if (!isAssumedUp) return check;
    // The caller may have stopped waiting; the result counts for the next call.
    check.catch(() => undefined);
    await Promise.race([check, pause(REPLY_WAIT_MS)]);
  };
}
