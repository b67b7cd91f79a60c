import { setTimeout as pause } from 'node:timers/promises';
import { readDiskSpace } from './disk-space.ts';
import { isMigrated } from './migrate.ts';
import type { Db } from './tenant.ts';
import { watchDatabase } from './watch-database.ts';

/** Probes usually give up after a few seconds. */
const REPLY_MAX_MS = 2_000;

/** Database reachable, its schema ours, disk space for the embedded one. Rejects after two seconds at most. */
export function watchReadiness(db: Db, dataDir: string): () => Promise<void> {
  const databaseIsUp = watchDatabase(db);
  let wasMigrated = false;

  async function check(): Promise<void> {
    await databaseIsUp();
    wasMigrated ||= await isMigrated(db.pool);
    if (!wasMigrated) throw new Error('Migrations are missing');
    if (db.kind === 'embedded' && (await readDiskSpace(dataDir))?.isFull) throw new Error('The disk is full');
  }

  return async () => {
    const timeout = pause(REPLY_MAX_MS, undefined, { ref: false }).then(() => {
      throw new Error('The database does not reply');
    });
    await Promise.race([check(), timeout]);
  };
}
