import { and, eq, isNull, sql } from 'drizzle-orm';
import type { StopLimit } from '../../../shared/limits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { limitNotices } from '../../db/schema/chat.ts';
import { tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { addressKey } from '../../runtime/address-key.ts';
import { digest } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { readNoticeRecipients } from './notice-recipients.ts';
import { queueStopMail } from './stop-mail.ts';
import { creditsCameSince, storeNoticeOnce } from './store-notice.ts';

export interface Unserved {
  visitorToken?: string;
  ip: string;
}

export interface Stop {
  limit: StopLimit;
  /** Day, month or credit period; end of a pause. */
  period: string;
}

/** So many unserved visitors cause another email. */
const MAILED = [10, 100, 1_000];
/** Each is a row. */
const VISITORS_MAX = 10_000;
/** Longer than a month, and than most pauses. */
const RETENTION_DAYS = 100;

/** Once per stop. The number so far; null if this visitor was counted before. */
async function countUnserved(
  tx: Tx,
  { accountId, contextId }: WidgetContext,
  noticeId: string,
  visitor: string,
): Promise<number | null> {
  const row = (bucket: string) => sql`(${accountId}::uuid, ${contextId}::uuid, 'unserved', ${bucket}, 1,
    now() + make_interval(days => ${RETENTION_DAYS}))`;
  const columns = sql`usage_counters (account_id, context_id, kind, bucket, used, expires_at)`;
  const { rows: fresh } = await tx.execute(sql`
    insert into ${columns} select * from (values ${row(`${noticeId} ${visitor}`)}) v
    where coalesce((select used from usage_counters where account_id = ${accountId} and context_id = ${contextId}
      and kind = 'unserved' and bucket = ${noticeId}), 0) < ${VISITORS_MAX}
    on conflict do nothing returning used`);
  if (fresh.length === 0) return null;
  const { rows } = await tx.execute<{ used: number }>(sql`insert into ${columns} values ${row(noticeId)}
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + 1 returning used`);
  return rows[0]!.used;
}

/** Emails at once and again with many unserved visitors, never for a pause. */
async function storeStop(
  tx: Tx,
  services: Services,
  context: WidgetContext,
  { limit, period }: Stop,
  visitor: string | null,
): Promise<void> {
  const { accountId, contextId, limits } = context;
  const holder = limit === 'plan' ? null : contextId;
  const its = and(
    ...[eq(limitNotices.accountId, accountId), eq(limitNotices.limit, limit), eq(limitNotices.level, 100)],
    ...[holder ? eq(limitNotices.contextId, holder) : isNull(limitNotices.contextId), eq(limitNotices.period, period)],
  );
  if (limit === 'plan') await tx.delete(limitNotices).where(and(its, creditsCameSince));
  const isNew = await storeNoticeOnce(tx, accountId, holder, { limit, level: 100, period });
  const [notice] = await tx.select({ id: limitNotices.id, at: limitNotices.createdAt }).from(limitNotices).where(its);
  const count = visitor === null ? null : await countUnserved(tx, context, notice!.id, visitor);
  if (limit === 'deactivated' || (!isNew && !MAILED.includes(count ?? 0))) return;
  if (limit !== 'plan' && limits?.notify === false) return;
  const people = await readNoticeRecipients(tx, { accountId, contextId: holder });
  await queueStopMail(tx, services, context, people, { limit, at: notice!.at, visitors: count ?? 0 });
}

/** Counts the visitor who got no answer, if any. */
export async function noteStop(
  services: Services,
  context: WidgetContext,
  stop: Stop,
  unserved: Unserved | null,
): Promise<void> {
  const { accountId, contextId } = context;
  const visitor = unserved && visitorKey(services, unserved);
  await withTenant(services.db, tenant(accountId, [contextId]), (tx) =>
    storeStop(tx, services, context, stop, visitor),
  );
}

const visitorKey = ({ key }: Services, { visitorToken, ip }: Unserved): string =>
  visitorToken === undefined ? addressKey(key, ip) : digest(visitorToken).slice(0, 32);
