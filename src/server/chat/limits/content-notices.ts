import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type NoticeDetails, limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** A notice about a context's contents; `period` is what it is about, as a digest. */
export interface NewNotice {
  limit: 'facts' | 'answers';
  period: string;
  details: NoticeDetails;
}

const LIMITS = ['facts', 'answers'] as const;
const LEVEL = 60;

/**
 * Notes what a look at a context's contents found. What was noted before stays as it is, dismissed or not; what is no more
 * so goes, unless it was dismissed: that is not told again when it comes back.
 */
export async function keepNotices(
  tx: Tx,
  { accountId, contextId }: { accountId: string; contextId: string },
  found: readonly NewNotice[],
): Promise<void> {
  const its = and(
    ...[eq(limitNotices.accountId, accountId), eq(limitNotices.contextId, contextId)],
    ...[inArray(limitNotices.limit, [...LIMITS]), isNull(limitNotices.dismissedAt)],
  );
  const periods = found.map(({ period }) => period);
  await tx.delete(limitNotices).where(periods.length > 0 ? and(its, notInArray(limitNotices.period, periods)) : its);
  if (found.length === 0) return;
  const rows = found.map((one) => ({ ...one, accountId, contextId, id: uuidv7(), level: LEVEL }));
  await tx.insert(limitNotices).values(rows).onConflictDoNothing();
}
