import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { limitNotices, type NoticeDetails } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** `period`: a digest of its subject. */
export interface NewNotice {
  limit: 'facts' | 'answers';
  period: string;
  details: NoticeDetails;
}

const LIMITS = ['facts', 'answers'] as const;
const LEVEL = 60;

/** Obsolete ones are deleted, except dismissed ones: they must not reappear if the problem returns. */
export async function replaceContentNotices(
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
