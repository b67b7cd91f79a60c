import { lt, sql } from 'drizzle-orm';
import { deleteInSteps } from '../../db/delete-in-steps.ts';
import { usageCounters as counters } from '../../db/schema/chat.ts';
import type { Db } from '../../db/tenant.ts';

export const sweepCounters = (db: Db): Promise<number> =>
  deleteInSteps(
    db,
    counters,
    [counters.accountId, counters.contextId, counters.kind, counters.bucket],
    lt(counters.expiresAt, sql`now()`),
  );
