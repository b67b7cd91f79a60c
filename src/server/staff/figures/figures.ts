import { type SQL, sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../../shared/constants.ts';
import type { BillingFigures, UsageFigures } from '../../../shared/figures.ts';
import { type Db, readPlatform } from '../../db/tenant.ts';
import { rowsAsJson } from '../../insight/scope.ts';

const DAYS = 30;

const today = sql`(now() at time zone ${BUSINESS_ZONE}::text)::date`;
const customers = sql`accounts a where not a.is_staff`;
/** The legal name for companies. */
const nameOf = sql`coalesce(a.company_name, a.name)`;
const monthly = sql`case s.period when 'YEARLY' then round(s.price / 12.0) when 'MONTHLY' then s.price else 0 end`;

/** Revenue, open invoices and failed charges. */
export async function readBillingFigures(db: Db): Promise<BillingFigures> {
  const first = sql`date_trunc('month', ${today}) - interval '11 months'`;
  const ofMonth = sql`date_trunc('month', i.paid_at at time zone ${BUSINESS_ZONE}::text)`;
  const paying = sql`subscriptions s join accounts a on a.id = s.account_id and not a.is_staff
    join plans p on p.id = s.plan_id where ${monthly} > 0`;
  const [row] = await readPlatform<{ read: BillingFigures }>(
    db,
    sql`select json_build_object(
      'months', ${rowsAsJson(sql`
        select to_char(m, 'YYYY-MM') as month, coalesce(sum(i.amount), 0)::int as paid, count(i.id)::int as invoices
        from generate_series(${first}, date_trunc('month', ${today}), interval '1 month') m
        left join invoices i on i.status = 'paid' and i.refunded_at is null and ${ofMonth} = m group by m order by m`)},
      'recurring', (select coalesce(sum(${monthly}), 0)::int from ${paying}),
      'plans', ${rowsAsJson(sql`
        select p.name as plan, count(*)::int as accounts, sum(${monthly})::int as recurring
        from ${paying} group by p.name, p.rank order by p.rank`)},
      'open', (select json_build_object('invoices', count(*)::int, 'amount', coalesce(sum(amount), 0)::int)
        from invoices where status = 'open'),
      'failed', ${rowsAsJson(sql`
        select a.id as "accountId", ${nameOf} as account, p.name as plan, s.price as amount
        from subscriptions s join accounts a on a.id = s.account_id and not a.is_staff
        join plans p on p.id = s.plan_id where s.status = 'FAILURE_PAYMENT' order by s.renews_at, a.id limit 100`)}
    ) as read`,
  );
  return row!.read;
}

/** Without names of customers. */
export async function readUsageFigures(db: Db): Promise<UsageFigures> {
  const since = sql`${today} - ${DAYS - 1}::int`;
  const ofCustomer = (alias: SQL) => sql`exists (select from accounts a where a.id = ${alias} and not a.is_staff)`;
  const [row] = await readPlatform<{ read: UsageFigures }>(
    db,
    sql`select json_build_object(
      'accounts', (select json_build_object(
        'all', count(*)::int,
        'active', count(*) filter (where exists (select from daily_figures f
          where f.account_id = a.id and f.day >= to_char(${since}, 'YYYY-MM-DD') and f.interactions > 0))::int,
        'new', count(*) filter (where (a.created_at at time zone ${BUSINESS_ZONE}::text)::date >= ${since})::int
        ) from ${customers}),
      'people', (select count(*)::int from users u where u.status = 'ACTIVE' and ${ofCustomer(sql`u.account_id`)}),
      'contexts', (select count(*)::int from contexts c where ${ofCustomer(sql`c.account_id`)}),
      'contents', (select count(*)::int from contents c where ${ofCustomer(sql`c.account_id`)}),
      'days', ${rowsAsJson(sql`
        select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(f.interactions), 0)::int as interactions,
          coalesce(sum(f.declined), 0)::int as declined, coalesce(sum(f.credits), 0) / 1000.0 as credits
        from generate_series(${since}, ${today}, interval '1 day') d
        left join daily_figures f on f.day = to_char(d, 'YYYY-MM-DD') and ${ofCustomer(sql`f.account_id`)}
        group by d order by d`)},
      'plans', ${rowsAsJson(sql`
        select p.name as plan, count(*)::int as accounts from subscriptions s join plans p on p.id = s.plan_id
        where ${ofCustomer(sql`s.account_id`)} group by p.name, p.rank order by p.rank`)}
    ) as read`,
  );
  return row!.read;
}
