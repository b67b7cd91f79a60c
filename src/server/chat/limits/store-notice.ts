import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Notice, NOTICE_LEVELS, type NoticeLevel } from '../../../shared/limits.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** A limit with at least 60 % used. Amounts of credits are in thousandths. */
export interface NearLimit {
  limit: Notice['limit'];
  /** The highest level reached, in percent. */
  level: NoticeLevel;
  period: string;
  used: number;
  most: number;
}

/** Returns the highest notice level (percent) reached by `used`; undefined below all levels. */
export const levelReached = (used: number, limit: number): NoticeLevel | undefined =>
  NOTICE_LEVELS.findLast((one) => used * 100 >= limit * one);

/** Whether the account got credits after a notice that it has none. */
export const creditsCameSince = sql`exists (select from credit_entries e where e.account_id = limit_notices.account_id
  and e.created_at > limit_notices.created_at and e.amount > 0 and e.cause not like 'answer:%')`;

/** Identifies a notice of a context or of its account. */
export const noticeKey = ({ limit, level, period }: Pick<NearLimit, 'limit' | 'level' | 'period'>): string =>
  `${limit} ${level} ${period}`;

/**
 * Returns the query for the keys of the notices in the current periods, those of the context and of its account.
 * `plan` is the account's credit period.
 */
export const noticeKeysQuery = (
  accountId: string,
  contextId: string,
  current: Record<string, string>,
  plan: SQL,
): SQL => sql`
  select n.limit || ' ' || n.level || ' ' || n.period from limit_notices n
  where n.account_id = ${accountId}::uuid and (n.context_id = ${contextId}::uuid and n.period in ${Object.values(current)}
    or n.context_id is null and n.limit = 'plan' and n.period = ${plan})`;

/**
 * Stores that a level was reached, once per period. Returns true the first time. A higher level replaces the lower
 * one. A null `contextId` means the account's plan.
 */
export async function storeNoticeOnce(
  tx: Tx,
  accountId: string,
  contextId: string | null,
  { limit, level, period }: Pick<NearLimit, 'limit' | 'level' | 'period'>,
): Promise<boolean> {
  const made = await tx
    .insert(limitNotices)
    .values({ accountId, id: uuidv7(), contextId, limit, level, period })
    .onConflictDoNothing()
    .returning({ id: limitNotices.id });
  if (made.length === 0) return false;
  // Store the lower levels as dismissed. Otherwise a count that is taken back could trigger their notice after this
  // one.
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
