import { and, eq, inArray, or } from 'drizzle-orm';
import type { NoticedLimit } from '../../../shared/limits.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** So that the new limits are noticed from the start. */
export async function deleteLimitNotices(
  tx: Tx,
  at: { accountId: string; contextId: string },
  limits: NoticedLimit[],
): Promise<void> {
  if (limits.length === 0) return;
  const { accountId, contextId, limit, level } = limitNotices;
  const its = and(eq(contextId, at.contextId), inArray(limit, limits));
  // A context also stops at the credits of a context above it.
  const stopped = limits.includes('credits') ? and(eq(limit, 'credits'), eq(level, 100)) : undefined;
  await tx.delete(limitNotices).where(and(eq(accountId, at.accountId), or(its, stopped)));
}
