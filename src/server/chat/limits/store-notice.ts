import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Notice, NOTICE_LEVELS, type NoticeLevel } from '../../../shared/limits.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import type { Tx } from '../../db/tenant.ts';

/** At least 60 % used; credits in thousandths. */
export interface NearLimit {
  limit: Notice['limit'];
  level: NoticeLevel;
  period: string;
  used: number;
  most: number;
}

export const levelReached = (used: number, limit: number): NoticeLevel | undefined =>
  NOTICE_LEVELS.findLast((one) => used * 100 >= limit * one);

export const creditsCameSince = sql`exists (select from credit_entries e where e.account_id = limit_notices.account_id
  and e.created_at > limit_notices.created_at and e.amount > 0 and e.cause not like 'answer:%')`;

export const noticeKey = ({ limit, level, period }: Pick<NearLimit, 'limit' | 'level' | 'period'>): string =>
  `${limit} ${level} ${period}`;

/** In the current periods, also of the account. `plan`: its credit period. */
export const noticeKeysQuery = (
  accountId: string,
  contextId: string,
  current: Record<string, string>,
  plan: SQL,
): SQL => sql`
  select n.limit || ' ' || n.level || ' ' || n.period from limit_notices n
  where n.account_id = ${accountId}::uuid and (n.context_id = ${contextId}::uuid and n.period in ${Object.values(current)}
    or n.context_id is null and n.limit = 'plan' and n.period = ${plan})`;

/** True the first time in a period; a higher level replaces a lower one. Null `contextId`: the account's plan. */
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
