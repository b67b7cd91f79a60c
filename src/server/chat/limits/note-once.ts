import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Notice, NOTICE_LEVELS } from '../../../shared/limits.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

type Level = (typeof NOTICE_LEVELS)[number];

/** A limit of which so much is used that its owner is told. Credits in thousandths. */
export interface NearLimit {
  limit: Notice['limit'];
  /** The highest level reached. */
  level: Level;
  period: string;
  used: number;
  most: number;
}

/** The highest level that a use has reached; undefined below all. */
export const levelReached = (used: number, most: number): Level | undefined =>
  NOTICE_LEVELS.findLast((one) => used * 100 >= most * one);

/**
 * Notes that a level is reached, once a period; answers whether it was the first time. The higher level takes the lower
 * one's place. `contextId` null: of the account.
 */
export async function noteOnce(
  tx: Tx,
  accountId: string,
  contextId: string | null,
  { limit, level, period }: NearLimit,
): Promise<boolean> {
  const made = await tx
    .insert(limitNotices)
    .values({ accountId, id: uuidv7(), contextId, limit, level, period })
    .onConflictDoNothing()
    .returning({ id: limitNotices.id });
  if (made.length === 0) return false;
  // Noted as said, or a count that is taken back would have the lower one follow the higher.
  const lower = NOTICE_LEVELS.filter((one) => one < level);
  for (const one of lower) {
    await tx
      .insert(limitNotices)
      .values({ accountId, id: uuidv7(), contextId, limit, level: one, period, dismissedAt: sql`now()` })
      .onConflictDoNothing();
  }
  const its = contextId === null ? isNull(limitNotices.contextId) : eq(limitNotices.contextId, contextId);
  await tx
    .update(limitNotices)
    .set({ dismissedAt: sql`now()` })
    .where(
      and(
        ...[eq(limitNotices.accountId, accountId), its, eq(limitNotices.limit, limit)],
        ...[eq(limitNotices.period, period), lt(limitNotices.level, level), isNull(limitNotices.dismissedAt)],
      ),
    );
  return true;
}
