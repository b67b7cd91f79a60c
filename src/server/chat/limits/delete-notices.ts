import { and, eq, inArray } from 'drizzle-orm';
import type { NoticedLimit } from '../../../shared/limits.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** Deletes the notices about limits that were changed, so that the new limits are noticed from the start. */
export async function deleteLimitNotices(
  tx: Tx,
  at: { accountId: string; contextId: string },
  limits: NoticedLimit[],
): Promise<void> {
  if (limits.length === 0) return;
  const { accountId, contextId, limit } = limitNotices;
  await tx
    .delete(limitNotices)
    .where(and(eq(accountId, at.accountId), eq(contextId, at.contextId), inArray(limit, limits)));
}
