import { setTimeout as pause } from 'node:timers/promises';
import { callDatabase } from './failures.ts';
import type { Db } from './tenant.ts';

/** A database that works at something long (the embedded one has a single session) answers late, and is not down. */
const PATIENCE_MS = 100;
/** For so long after an answer it is taken to be up. */
const BELIEVED_MS = 15_000;

/**
 * Gives a question that ends well while the database is up: at once, or a little later when it is busy but answered a
 * moment ago. It rejects with the database's own failure.
 */
export function watchDatabase(db: Db): () => Promise<void> {
  let lastUp = -Infinity;
  let check: Promise<void> | undefined;

  async function ask(): Promise<void> {
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
    check ??= ask();
    const isBelieved = performance.now() - lastUp < BELIEVED_MS;
    if (!isBelieved) return check;
    // Who waits no longer is not told how it ended: the next who asks is.
    check.catch(() => undefined);
    await Promise.race([check, pause(PATIENCE_MS)]);
  };
}
