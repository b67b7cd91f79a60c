import { lt, sql } from 'drizzle-orm';
import { usageCounters } from '../../db/tables.ts';
import { type Db, withPlatform } from '../../db/tenant.ts';

/** Deletes the counters that nobody asks for any more, of every account. Answers how many. */
export async function sweepCounters(db: Db): Promise<number> {
  const { rowCount } = await withPlatform(db, (tx) =>
    tx.delete(usageCounters).where(lt(usageCounters.expiresAt, sql`now()`)),
  );
  return rowCount ?? 0;
}
