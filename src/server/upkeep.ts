import { releaseStaleCredits } from './billing/credits.ts';
import { sweepCounters } from './chat/limits/sweep.ts';
import type { Db } from './db/tenant.ts';
import { eraseDueAccounts } from './identity/erase-account.ts';
import { sweepSignIns } from './identity/tries.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const EVERY_MS = 60_000;

/** What is due each minute, by what is said of it when it did something. Each is done whatever becomes of the others. */
const tasksOf = (db: Db, olderThanMinutes?: number): Record<string, () => Promise<unknown>> => ({
  'credits of answers that never ended were given back': () =>
    releaseStaleCredits(db, olderThanMinutes === undefined ? {} : { olderThanMinutes }),
  'old counters were put away': () => sweepCounters(db),
  'old sign-ins were put away': () => sweepSignIns(db),
  'accounts whose day had come were erased': () => eraseDueAccounts(db),
});

/** Puts away what nobody asks for any more, at once and then each minute. */
export async function startUpkeep(db: Db, log: Log): Promise<{ stop(): void }> {
  const tidy = async (olderThanMinutes?: number) => {
    for (const [said, task] of Object.entries(tasksOf(db, olderThanMinutes))) {
      try {
        const count = await task();
        if (typeof count === 'number' && count > 0) log.info({ count }, said);
      } catch (error) {
        log.warn({ err: error }, 'upkeep failed');
      }
    }
  };
  // On the embedded database no other process can be at work: whatever is reserved at the start is stale.
  await tidy(db.kind === 'embedded' ? 0 : undefined);
  const timer = setInterval(() => void tidy(), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
