import { lte, sql } from 'drizzle-orm';
import { coalesceCalls } from './coalesce-calls.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { isRunning } from './running-until.ts';
import { rateCounters } from './schema/platform.ts';
import { changePlatformUnsynced, type Db } from './tenant.ts';

/** In the current window, this call included; `ttl` in ms. */
export interface RateCount {
  current: number;
  ttl: number;
}

interface CountedCall {
  key: string;
  windowMs: number;
}

/** Calls of one caller at the same time are counted by one statement, each with its own number. */
const countTogether = coalesceCalls({
  keyOf: ({ key }: CountedCall) => key,
  async run(db, calls): Promise<RateCount[]> {
    const { key, windowMs } = calls[0]!;
    const isCurrent = isRunning(sql`r.ends_at`, windowMs / 1_000);
    const [row] = await changePlatformUnsynced<RateCount>(
      db,
      sql`insert into rate_counters as r (key, used, ends_at)
        values (${key}, ${calls.length}, now() + ${windowMs} * interval '1 millisecond')
        on conflict (key) do update set
          used = case when ${isCurrent} then r.used else 0 end + excluded.used,
          ends_at = case when ${isCurrent} then r.ends_at else excluded.ends_at end
        returning used as current, ceil(extract(epoch from ends_at - now()) * 1000)::float8 as ttl`,
    );
    const { current, ttl } = row!;
    return calls.map((_, at) => ({ current: current - calls.length + at + 1, ttl }));
  },
});

/** Across all processes. A window starts with its first call; a key has one length of windows. */
export const countCall = (db: Db, key: string, windowMs: number): Promise<RateCount> =>
  countTogether(db, { key, windowMs });

export const sweepRateCounters = (db: Db): Promise<number> =>
  deleteInSteps(db, rateCounters, [rateCounters.key], lte(rateCounters.endsAt, sql`now()`));
