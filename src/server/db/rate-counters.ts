import { lte, sql } from 'drizzle-orm';
import { deleteInSteps } from './delete-in-steps.ts';
import { isRunning } from './running-until.ts';
import { rateCounters } from './schema/platform.ts';
import { type Db, withPlatform } from './tenant.ts';

/** In the current window, this call included; `ttl` in ms. */
export interface RateCount {
  current: number;
  ttl: number;
}

/** Across all processes. A window starts with its first call. */
export async function countCall(db: Db, key: string, windowMs: number): Promise<RateCount> {
  const isCurrent = isRunning(sql`r.ends_at`, windowMs / 1_000);
  return withPlatform(db, async (tx) => {
    // Losing a count in a crash is harmless; waiting for the disk would be slow.
    await tx.execute(sql`set local synchronous_commit = off`);
    const { rows } = await tx.execute<{ current: number; ttl: number }>(sql`
      insert into rate_counters as r (key, used, ends_at)
      values (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
      on conflict (key) do update set
        used = case when ${isCurrent} then r.used + 1 else 1 end,
        ends_at = case when ${isCurrent} then r.ends_at else excluded.ends_at end
      returning used as current, ceil(extract(epoch from ends_at - now()) * 1000)::float8 as ttl`);
    return rows[0]!;
  });
}

export const sweepRateCounters = (db: Db): Promise<number> =>
  deleteInSteps(db, rateCounters, [rateCounters.key], lte(rateCounters.endsAt, sql`now()`));
