import { sql } from 'drizzle-orm';
import type { AccountHealth, BOT_FINDINGS, BotHealth } from '../../../shared/account-page.ts';
import { readBalance } from '../../billing/balance.ts';
import { creditPeriodSql } from '../../billing/credits.ts';
import { unanswered } from '../../db/exchange-outcomes.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readPlatform, type Tenant, tenant } from '../../db/tenant.ts';
import { dayOf, monthOf } from '../../runtime/calendar.ts';
import { showAccount } from './accounts.ts';

/** The oldest first. */
const BOTS_MAX = 200;

type BotRow = Omit<BotHealth, 'findings' | 'daily' | 'monthly' | 'credits'> & {
  dailyLimit: number | null;
  dailyUsed: number;
  monthlyLimit: number | null;
  monthlyUsed: number;
  creditsLimit: number | null;
  creditsUsed: number;
  hasContent: boolean;
};

function readBots(db: Db, { accountId }: Tenant, now: Date): Promise<BotRow[]> {
  const used = (kind: 'daily' | 'monthly', bucket: string) => sql`coalesce((
    select u.used from usage_counters u where u.account_id = c.account_id and u.context_id = c.id
      and u.kind = ${kind} and u.bucket = ${bucket}), 0)`;
  const contents = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})::int`;
  return readPlatform<BotRow>(
    db,
    sql`select c.id, c.name, c.origins as sites, ${isoMoment(sql`c.widget_seen_at`)} as "installedAt",
          case when c.refused_origin = any(c.origins) then null else c.refused_origin end as "refusedSite",
          case when l.deactivated_until > now() then ${isoMoment(sql`l.deactivated_until`)} end as "pausedUntil",
          coalesce(l.without_credits, 'faq') as "withoutCredits",
          l.daily as "dailyLimit", ${used('daily', dayOf(now))} as "dailyUsed",
          l.monthly as "monthlyLimit", ${used('monthly', monthOf(now))} as "monthlyUsed",
          l.credits as "creditsLimit", (
            select coalesce(sum(u.used), 0)::int from contexts d
              join usage_counters u on u.account_id = d.account_id and u.context_id = d.id
            where d.account_id = c.account_id and (d.id = c.id or starts_with(d.inheritance, c.inheritance || '.'))
              and u.kind = 'credits' and u.bucket = ${creditPeriodSql(sql`s.period_start`)}) as "creditsUsed",
          (select json_build_object(
            'done', ${contents(sql`k.trained_version is not null and k.enabled`)},
            'waiting', ${contents(sql`k.status in ('pending', 'working')`)},
            'failed', ${contents(sql`k.status = 'error'`)})
            from contents k where k.account_id = c.account_id and k.context_id = c.id) as contents,
          exists (select from contexts d join contents k on k.account_id = d.account_id and k.context_id = d.id
            where d.account_id = c.account_id and (d.id = c.id or starts_with(c.inheritance, d.inheritance || '.'))
              and k.trained_version is not null and k.enabled) as "hasContent",
          (select ${isoMoment(sql`max(v.last_at)`)} from conversations v
            where v.account_id = c.account_id and v.context_id = c.id) as "lastQuestionAt",
          coalesce(day.questions, 0) as questions, coalesce(day.unanswered, 0) as unanswered,
          coalesce(day.failed, 0) as failed
        from contexts c
          left join context_limits l on l.account_id = c.account_id and l.context_id = c.id
          left join subscriptions s on s.account_id = c.account_id
          left join (
            select v.context_id, count(*)::int as questions, count(*) filter (where ${unanswered('m')})::int as unanswered,
              count(*) filter (where m.outcome = 'failed')::int as failed
            from messages m join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
            where m.account_id = ${accountId} and m.created_at > now() - interval '24 hours'
            group by v.context_id) day on day.context_id = c.id
        where c.account_id = ${accountId} order by c.created_at, c.id limit ${BOTS_MAX}`,
  );
}

const isReached = (used: number, limit: number | null) => limit !== null && used >= limit;

function findingsOf(bot: BotRow, creditsLeft: number): BotHealth['findings'] {
  const holds: Record<(typeof BOT_FINDINGS)[number], boolean> = {
    paused: bot.pausedUntil !== null,
    daily: isReached(bot.dailyUsed, bot.dailyLimit),
    monthly: isReached(bot.monthlyUsed, bot.monthlyLimit),
    no_content: !bot.hasContent,
    no_credits: creditsLeft <= 0,
    context_credits: isReached(bot.creditsUsed, bot.creditsLimit),
    model_fails: bot.failed > 0,
    no_sites: bot.sites.length === 0,
    site_refused: bot.refusedSite !== null,
    not_installed: bot.installedAt === null,
    contents_failed: bot.contents.failed > 0,
  };
  return (Object.keys(holds) as (keyof typeof holds)[]).filter((name) => holds[name]);
}

function toBot(bot: BotRow, creditsLeft: number): BotHealth {
  const { dailyUsed, dailyLimit, monthlyUsed, monthlyLimit, creditsUsed, creditsLimit, hasContent: _, ...shown } = bot;
  return {
    ...shown,
    findings: findingsOf(bot, creditsLeft),
    daily: { used: dailyUsed, limit: dailyLimit },
    monthly: { used: monthlyUsed, limit: monthlyLimit },
    credits: { used: creditsUsed / 1_000, limit: creditsLimit === null ? null : creditsLimit / 1_000 },
  };
}

/** Reads no question or answer of a visitor. Throws `ApiError` `not_found`. */
export async function readHealth(db: Db, accountId: string): Promise<AccountHealth> {
  await showAccount(db, accountId);
  const owner = tenant(accountId, 'all');
  const [balance, bots, [chosen]] = await Promise.all([
    readBalance(db, owner),
    readBots(db, owner, new Date()),
    readPlatform<{ model: string }>(
      db,
      sql`select m.name as model from subscriptions s join plans p on p.id = s.plan_id join models m on m.id = p.model_id
          where s.account_id = ${accountId} and m.provider <> 'embedded' and m.kind = 'chat'`,
    ),
  ]);
  const creditsLeft = (balance.monthly + balance.lasting) / 1_000;
  return { model: chosen?.model ?? null, creditsLeft, bots: bots.map((bot) => toBot(bot, creditsLeft)) };
}
