import { type SQL, sql } from 'drizzle-orm';

/** If missing: the plan's credits minus the usage of the period. Run it before reading or changing a balance. */
export const openingBalance = (accountId: string): SQL => sql`
  with fresh as (
    select a.id as account_id, coalesce(p.credits, 0) as credits, coalesce(s.period_start, now()) as period_start
    from accounts a
      left join subscriptions s on s.account_id = a.id
      left join plans p on p.id = s.plan_id
    where a.id = ${accountId}::uuid and not exists (select from credit_balances b where b.account_id = ${accountId}::uuid)),
  counted as (
    select f.account_id, f.period_start, entries.whole, greatest(0, f.credits - entries.used) as monthly, f.credits as granted
    from fresh f cross join lateral (
      select coalesce(sum(e.amount), 0)::int as whole,
        coalesce(-sum(e.amount) filter (where e.cause like 'answer:%' and e.created_at >= f.period_start), 0)::int as used
      from credit_entries e where e.account_id = f.account_id) entries),
  opened as (
    insert into credit_balances (account_id, granted, monthly, lasting, period_start)
    select account_id, granted, monthly, 0, period_start from counted
    on conflict do nothing returning account_id)
  insert into credit_entries (account_id, cause, amount, created_at)
  select account_id, 'opening', monthly - whole, least(now(), period_start) from counted join opened using (account_id)
  on conflict do nothing`;
