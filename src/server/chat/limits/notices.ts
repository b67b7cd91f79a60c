import { and, eq, sql } from 'drizzle-orm';
import { formatNumber } from '../../../shared/format.ts';
import { type Notice, NOTICED_LIMITS, type NoticedLimit } from '../../../shared/limits.ts';
import { creditPeriod } from '../../billing/credits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { limitNotices, type NoticeDetails } from '../../db/schema/chat.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../../db/tenant.ts';
import { queueEmail } from '../../mail/emails.ts';
import { rowsOf } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { dayOf, monthOf } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { readNoticeRecipients } from './notice-recipients.ts';
import { queueStopMail } from './stop-mail.ts';
import { creditsCameSince, levelReached, type NearLimit, noticeKey, storeNoticeOnce } from './store-notice.ts';

type Used = Partial<Record<NoticedLimit, number>>;
type KnownUse = Used & { at?: Date; noticed?: readonly string[] };
type NoticedNearLimit = NearLimit & { limit: NoticedLimit };
export const periodsAt = (now: Date, periodStart: Date | null): Record<NoticedLimit, string> => ({
  daily: dayOf(now),
  monthly: monthOf(now),
  credits: creditPeriod(periodStart),
});

async function readUsed(
  db: Db,
  owner: Tenant,
  contextId: string,
  periods: Record<NoticedLimit, string>,
): Promise<Used> {
  const pairs = NOTICED_LIMITS.map((limit) => sql`(${limit}, ${periods[limit]})`);
  const rows = await readTenant<{ kind: NoticedLimit; used: number }>(
    db,
    owner,
    sql`select kind, used from usage_counters where account_id = ${owner.accountId} and context_id = ${contextId}
          and (kind, bucket) in (${sql.join(pairs, sql`, `)})`,
  );
  return Object.fromEntries(rows.map(({ kind, used }) => [kind, used]));
}

function nearLimits(context: WidgetContext, used: Used, periods: Record<NoticedLimit, string>): NoticedNearLimit[] {
  return NOTICED_LIMITS.flatMap((limit) => {
    const max = context.limits?.[limit] ?? null;
    const now = used[limit] ?? 0;
    const level = max === null ? undefined : levelReached(now, max);
    return max !== null && level ? [{ limit, level, period: periods[limit], used: now, most: max }] : [];
  });
}

function templateValues({ name }: WidgetContext, { limit, level, used, most }: NoticedNearLimit, url: string) {
  const inUnits = (amount: number) => formatNumber(limit === 'credits' ? amount / 1_000 : amount);
  const word = (key: string) => t(`mails.limit.${key}.${limit}`);
  const words = { of: word('of'), unit: word('unit'), until: word('until') };
  return { ...words, assistant: name, level, used: inUnits(used), most: inUnits(most), url };
}

/** Once per period and level, in the console and by email if on. Call it after storing an exchange. */
export async function notifyLimits(
  services: Services,
  context: WidgetContext,
  owner: Tenant,
  { at = new Date(), noticed: existing = [], ...known }: KnownUse = {},
): Promise<void> {
  const { limits, contextId } = context;
  const limited = NOTICED_LIMITS.filter((limit) => limits?.[limit] != null);
  if (!limits || limited.length === 0) return;
  const periods = periodsAt(at, context.periodStart);
  const isKnown = limited.every((limit) => known[limit] !== undefined);
  const used = isKnown ? known : { ...(await readUsed(services.db, owner, contextId, periods)), ...known };
  const near = nearLimits(context, used, periods).filter((one) => !existing.includes(noticeKey(one)));
  if (near.length === 0) return;
  const url = `${services.publicUrl()}/settings/usage`;
  await withTenant(services.db, owner, async (tx) => {
    const noticed: NoticedNearLimit[] = [];
    for (const one of near) if (await storeNoticeOnce(tx, context.accountId, contextId, one)) noticed.push(one);
    const people = noticed.length > 0 && limits.notify ? await readNoticeRecipients(tx, context) : [];
    for (const { name, email } of people) {
      for (const one of noticed) {
        if (one.level === 100) continue;
        await queueEmail(tx, context.accountId, email, 'limit', { name, ...templateValues(context, one, url) });
      }
    }
    for (const { limit, level } of noticed) {
      if (level === 100) await queueStopMail(tx, services, context, people, { limit, at: new Date(), visitors: 0 });
    }
  });
}

type NoticeRow = Omit<Notice, 'createdAt' | 'fact' | 'questions' | 'visitors'> & {
  createdAt: Date;
  visitors: number;
  pausedUntil: Date | null;
  details: NoticeDetails | null;
  questions: Notice['questions'] | null;
  periodStart: Date | null;
  creditsStart: Date | null;
};

/** A notice about a webhook ends without parked deliveries, or with the webhook. */
const hasParkedDeliveries = sql`exists (select from webhook_deliveries d
  where d.account_id = limit_notices.account_id and d.state = 'parked'
    and d.webhook_id = (limit_notices.details -> 'webhook' ->> 'id')::uuid)`;

function isCurrent(row: NoticeRow, now: Date): boolean {
  const { limit, period, questions, periodStart, creditsStart, pausedUntil } = row;
  // The query returns those about messages only on their day.
  if (limit === 'facts' || limit === 'webhooks' || limit === 'messages') return true;
  // The visitors who asked may have been erased meanwhile.
  if (limit === 'answers') return questions !== null;
  if (limit === 'deactivated') return pausedUntil !== null && pausedUntil > now && pausedUntil.toISOString() === period;
  return period === (limit === 'plan' ? creditPeriod(creditsStart) : periodsAt(now, periodStart)[limit]);
}

/** Newest first; that the chat stopped also when dismissed. Limits only in their period, pauses until they end. */
export async function readNotices(db: Db, tenant: Tenant): Promise<Notice[]> {
  const now = new Date();
  const rows = await readTenant<NoticeRow>(
    db,
    tenant,
    sql`select limit_notices.id, limit_notices.context_id as "contextId", c.name as "contextName",
          limit_notices.limit, limit_notices.level, limit_notices.period,
          limit_notices.created_at as "createdAt", limit_notices.details, s.period_start as "periodStart",
          b.period_start as "creditsStart", l.deactivated_until as "pausedUntil",
          limit_notices.dismissed_at is not null as dismissed, (
            select coalesce(sum(u.used), 0)::int from usage_counters u where u.account_id = limit_notices.account_id
              and u.kind = 'unserved' and u.bucket = limit_notices.id::text) as visitors,
          case when limit_notices.limit = 'answers' then (
            select json_agg(json_build_object('conversationId', m.conversation_id, 'question', m.question)
              order by m.created_at desc)
            from jsonb_to_recordset(limit_notices.details->'lost') l("conversationId" uuid, "messageId" uuid)
              join messages m on m.account_id = limit_notices.account_id
                and m.conversation_id = l."conversationId" and m.id = l."messageId") end as questions
        from limit_notices
          left join contexts c on c.account_id = limit_notices.account_id and c.id = limit_notices.context_id
          left join subscriptions s on s.account_id = limit_notices.account_id
          left join credit_balances b on b.account_id = limit_notices.account_id
          left join context_limits l on l.account_id = limit_notices.account_id
            and l.context_id = limit_notices.context_id
        where ${rowsOf(limitNotices, tenant)} and (limit_notices.dismissed_at is null or limit_notices.level = 100)
          and not (limit_notices.limit = 'plan' and limit_notices.level = 100 and ${creditsCameSince})
          and (limit_notices.limit <> 'webhooks' or ${hasParkedDeliveries})
          and (limit_notices.limit in ('credits', 'plan', 'deactivated', 'facts', 'answers', 'webhooks') or limit_notices.period in (${dayOf(now)}, ${monthOf(now)}))
        order by limit_notices.created_at desc, limit_notices.id desc`,
  );
  return rows
    .filter((row) => isCurrent(row, now))
    .map(({ periodStart: _, creditsStart: __, pausedUntil: ___, createdAt, details, questions, visitors, ...one }) => ({
      ...one,
      ...(one.level === 100 && { visitors }),
      createdAt: createdAt.toISOString(),
      ...(details?.fact && { fact: details.fact }),
      ...(details?.webhook && { webhook: details.webhook }),
      ...(questions && { questions }),
    }));
}

/** For everybody in the account. Throws `ApiError` `not_found`. */
export async function dismissNotice(db: Db, tenant: Tenant, id: string): Promise<void> {
  const dismissed = await withTenant(db, tenant, (tx) =>
    tx
      .update(limitNotices)
      .set({ dismissedAt: sql`coalesce(${limitNotices.dismissedAt}, now())` })
      .where(and(rowsOf(limitNotices, tenant), eq(limitNotices.id, id)))
      .returning({ id: limitNotices.id }),
  );
  if (dismissed.length === 0) throw notFound();
}
