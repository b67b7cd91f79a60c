import { releaseStaleCredits } from './billing/credits.ts';
import { sweepCounters } from './chat/limits/sweep.ts';
import type { Db } from './db/tenant.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const EVERY_MS = 60_000;

/** Puts away what nobody asks for any more, at once and then each minute: reservations of dead processes, old counters. */
export async function startUpkeep(db: Db, log: Log): Promise<{ stop(): void }> {
  const tidy = async (olderThanMinutes?: number) => {
    const released = await releaseStaleCredits(db, olderThanMinutes === undefined ? {} : { olderThanMinutes });
    if (released > 0) log.info({ released }, 'credits of answers that never ended were given back');
    await sweepCounters(db);
  };
  // On the embedded database no other process can be at work: whatever is reserved at the start is stale.
  await tidy(db.kind === 'embedded' ? 0 : undefined);
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
