import { type SQL, sql } from 'drizzle-orm';
import { changeTenant, type Db, isUndone, type Tenant, type Tx, unlessZero, withPlatform } from '../db/tenant.ts';
import { openingBalance } from '../db/opening-balance.ts';
import { ApiError } from '../runtime/api-error.ts';
import { lockingBalance } from './balance.ts';

/*
 * What answers cost, in thousandths of a credit: an entry of the ledger each, a reservation until it settles. Beside the
 * ledger stand the account's balance and a counter for each context and period of the plan, and the three always say the
 * same. Whoever changes them takes the balance first, then the entry, then the counter, so that nobody waits in a circle.
 */

/** An answer that credits are for: the same is charged once, however often it is asked. */
export interface Charged {
  contextId: string;
  /** The message's id comes from its visitor, who could repeat another's: the conversation's belongs to it. */
  answerId: string;
  /** When the running period of the plan began; null without a plan. */
  periodStart: Date | null;
}

/** The counter of what has no period. It sorts after every date. */
const NO_PERIOD = 'month';
/** Higher than any limit. */
const BOUNDLESS = 2_147_483_647;
/** Longer than a plan's longest period. */
const KEPT_DAYS = 400;
/** A reservation that nobody renews for so long is of a process that died. */
const HELD_SECONDS = 30;
/** How often an answer under way renews its own. */
export const RENEW_MS = 10_000;

/** The bucket of a context's counter: the ISO date of the period's start. */
export const creditPeriod = (periodStart: Date | null): string => periodStart?.toISOString() ?? NO_PERIOD;

const asIso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** The same of a column. */
export const periodOf = (periodStart: SQL): SQL => sql`coalesce(${asIso(periodStart)}, ${NO_PERIOD})`;

const causeOf = (answerId: string) => `answer:${answerId}`;
/** When an entry is made: never before its period, whichever clock is behind. */
const madeAt = (periodStart: Date | null) => sql`greatest(now(), ${periodStart?.toISOString() ?? null}::timestamptz)`;
const held = sql`now() + make_interval(secs => ${HELD_SECONDS})`;
const entryOf = (accountId: string, answerId: string) =>
  sql`account_id = ${accountId}::uuid and cause = ${causeOf(answerId)}`;

interface Reserving extends Charged {
  amount: number;
  /** Of the context; null: none. */
  limit: number | null;
  /** The contexts above it, whose limits are also those of what is below them. */
  above?: readonly string[];
}

/** Whether a limit above has no room: its own use and that of all below it count. For under the balance's lock. */
const isAboveShort = (accountId: string, { above = [], amount, periodStart }: Reserving): SQL =>
  above.length === 0
    ? sql`false`
    : sql`exists (
        select from contexts a join context_limits l on l.account_id = a.account_id and l.context_id = a.id
        where a.account_id = ${accountId}::uuid
          and a.id in (${sql.join(
            above.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})
          and l.credits < ${amount}::int + (
            select coalesce(sum(u.used), 0)
            from contexts d join usage_counters u on u.account_id = d.account_id and u.context_id = d.id
            where d.account_id = a.account_id and (d.id = a.id or starts_with(d.inheritance, a.inheritance || '.'))
              and u.kind = 'credits' and u.bucket = ${creditPeriod(periodStart)}))`;

/**
 * Holds `amount` for an answer before its model is called, in one statement: of the account's balance, of its period's
 * credits first, and while the context stays within its limit and those above it. A message that is reserved or charged already
 * is not again.
 * @throws ApiError `limit_credits`, without a sentence.
 */
export async function reserveCredits(db: Db, tenant: Tenant, reservation: Reserving): Promise<void> {
  const { accountId } = tenant;
  const { contextId, answerId, amount, limit, periodStart, above = [] } = reservation;
  const most = limit ?? BOUNDLESS;
  const reserving = sql`
    with balance as (
      select monthly from credit_balances where account_id = ${accountId}::uuid for update),
    entry as (
      insert into credit_entries (account_id, cause, context_id, amount, lasting, settled_at, held_until, created_at)
      select ${accountId}::uuid, ${causeOf(answerId)}, ${contextId}::uuid, ${-amount}::int,
        least(0, balance.monthly - ${amount}::int), null, ${held}, ${madeAt(periodStart)}
      from balance
      on conflict do nothing returning account_id, context_id, amount, lasting),
    taken as (
      update credit_balances b set monthly = b.monthly + entry.amount - entry.lasting, lasting = b.lasting + entry.lasting,
        updated_at = now()
      from entry where b.account_id = entry.account_id and b.lasting + entry.lasting >= 0
      returning 1),
    counter as (
      insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
      select account_id, context_id, 'credits', ${creditPeriod(periodStart)}, ${amount}::int,
        now() + make_interval(days => ${KEPT_DAYS})
      from entry where ${amount}::int <= ${most}::int and not ${isAboveShort(accountId, reservation)}
      on conflict (account_id, context_id, kind, bucket)
        do update set used = usage_counters.used + excluded.used, expires_at = excluded.expires_at
        where usage_counters.used + excluded.used <= ${most}::int
      returning used)
    select ${unlessZero(sql`case when exists (select from entry)
      and not (exists (select from taken) and exists (select from counter)) then 0 else 1 end`)}`;
  try {
    // What others used below the same limit is seen when theirs is waited for by a statement before.
    const before = above.length > 0 ? lockingBalance(accountId) : [openingBalance(accountId)];
    await changeTenant(db, tenant, ...before, reserving);
  } catch (error) {
    throw isUndone(error) ? new ApiError('limit_credits') : error;
  }
}

/** Says that an answer is still under way, before its reservation passes for that of a dead process. */
export async function renewReservation(db: Db, tenant: Tenant, answerId: string): Promise<void> {
  await changeTenant(
    db,
    tenant,
    sql`update credit_entries set held_until = ${held} where ${entryOf(tenant.accountId, answerId)} and settled_at is null`,
  );
}

/**
 * What settles an answer, as statements: writes down what it cost in the end, and moves balance and counter by the
 * difference to what was reserved. What it cost beyond its reservation is charged as far as the balance goes, the rest is
 * the platform's. An answer that cost nothing leaves no entry. Of an answer that was cut and then told in full the dearer
 * telling counts; else a second time nothing changes. For the transaction that stores the answer.
 */
export function chargeStatements(accountId: string, charged: Charged & { cost: number }): SQL[] {
  const { contextId, answerId, periodStart, cost } = charged;
  const its = entryOf(accountId, answerId);
  const settle = sql`
    with held as (
      select coalesce(sum(amount), 0)::int as amount, coalesce(sum(lasting), 0)::int as lasting
      from credit_entries where ${its}),
    due as (
      select b.monthly + held.lasting - held.amount as monthly,
        least(${cost}::int, b.monthly + b.lasting - held.amount) as charge
      from credit_balances b, held where b.account_id = ${accountId}::uuid),
    dropped as (
      delete from credit_entries using due where ${its} and settled_at is null and due.charge = 0
      returning 0 as amount, 0 as lasting),
    entered as (
      insert into credit_entries (account_id, cause, context_id, amount, lasting, settled_at, created_at)
      select ${accountId}::uuid, ${causeOf(answerId)}, ${contextId}::uuid, -due.charge, least(0, due.monthly - due.charge),
        now(), ${madeAt(periodStart)}
      from due where due.charge > 0
      on conflict (account_id, cause) do update
        set amount = excluded.amount, lasting = excluded.lasting, settled_at = now(), held_until = null
        where credit_entries.settled_at is null or credit_entries.amount > excluded.amount
      returning amount, lasting),
    difference as (
      select kept.amount - held.amount as amount, kept.lasting - held.lasting as lasting
      from held, (select * from dropped union all select * from entered) kept),
    paid as (
      update credit_balances b set monthly = b.monthly + d.amount - d.lasting, lasting = b.lasting + d.lasting,
        updated_at = now()
      from difference d where b.account_id = ${accountId}::uuid),
    moved as (
      update usage_counters set used = used - d.amount from difference d
      where account_id = ${accountId}::uuid and context_id = ${contextId}::uuid and kind = 'credits'
        and bucket = ${creditPeriod(periodStart)}
      returning 1)
    insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
    select ${accountId}::uuid, ${contextId}::uuid, 'credits', ${creditPeriod(periodStart)}, -d.amount,
      now() + make_interval(days => ${KEPT_DAYS})
    from difference d where d.amount < 0 and not exists (select from moved)
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + excluded.used`;
  return [...lockingBalance(accountId), settle];
}

/** Gives back what is reserved for an answer that was not given, to where it came from. What has settled stays. */
export async function releaseCredits(db: Db, tenant: Tenant, charged: Charged): Promise<void> {
  const { accountId } = tenant;
  const { contextId, answerId, periodStart } = charged;
  await changeTenant(
    db,
    tenant,
    ...lockingBalance(accountId),
    sql`
    with released as (
      delete from credit_entries where ${entryOf(accountId, answerId)} and settled_at is null returning amount, lasting),
    given as (
      update credit_balances b set monthly = b.monthly - r.amount + r.lasting, lasting = b.lasting - r.lasting,
        updated_at = now()
      from released r where b.account_id = ${accountId}::uuid)
    update usage_counters set used = used + r.amount from released r
    where account_id = ${accountId}::uuid and context_id = ${contextId}::uuid and kind = 'credits'
      and bucket = ${creditPeriod(periodStart)}`,
  );
}

async function releaseStaleOf(tx: Tx, accountId: string, isStale: SQL): Promise<number> {
  for (const statement of lockingBalance(accountId)) await tx.execute(statement);
  const { rows } = await tx.execute<{ released: number }>(sql`
    with stale as (
      delete from credit_entries where account_id = ${accountId}::uuid and ${isStale}
      returning account_id, context_id, amount, lasting, created_at),
    returned as (
      update credit_balances b set monthly = b.monthly - o.amount + o.lasting, lasting = b.lasting - o.lasting,
        updated_at = now()
      from (select sum(amount)::int as amount, sum(lasting)::int as lasting from stale having count(*) > 0) o
      where b.account_id = ${accountId}::uuid),
    owed as (
      select e.account_id, e.context_id, e.amount, coalesce((
        select max(c.bucket) from usage_counters c
        where c.account_id = e.account_id and c.context_id = e.context_id and c.kind = 'credits'
          and c.bucket <= ${asIso(sql`e.created_at`)}), ${NO_PERIOD}) as bucket
      from stale e),
    given as (
      update usage_counters c set used = c.used + o.amount
      from (select account_id, context_id, bucket, sum(amount)::int as amount from owed group by 1, 2, 3) o
      where c.account_id = o.account_id and c.context_id = o.context_id and c.kind = 'credits' and c.bucket = o.bucket)
    select count(*)::int as released from stale`);
  return rows[0]?.released ?? 0;
}

/**
 * Gives back what a process reserved that died before it could settle, on every account. Answers how many reservations.
 * @param isAlone no other process can be at work, so that every reservation is stale.
 */
export async function releaseStaleCredits(db: Db, { isAlone = false } = {}): Promise<number> {
  const isStale = isAlone
    ? sql`settled_at is null`
    : sql`settled_at is null and coalesce(held_until, created_at + interval '10 minutes') <= now()`;
  const ids = await withPlatform(db, (tx) =>
    tx.execute<{ id: string }>(sql`select distinct account_id as id from credit_entries where ${isStale}`),
  );
  let released = 0;
  for (const { id } of ids.rows) released += await withPlatform(db, (tx) => releaseStaleOf(tx, id, isStale));
  return released;
}
