import { type SQL, sql } from 'drizzle-orm';
import { coalesceCalls } from '../db/coalesce-calls.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { openingBalance } from '../db/opening-balance.ts';
import { isRunning } from '../db/running-until.ts';
import {
  changeTenant,
  changeTenantUnsynced,
  type Db,
  isRolledBack,
  type Tenant,
  type Tx,
  unlessZero,
  withPlatform,
} from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { lockBalance } from './balance.ts';

/*
 * In thousandths of a credit. Each answer is one ledger entry, a reservation until it is charged; balance and counters
 * per context and period keep in step. Lock balance, entry, counter in this order to avoid deadlocks.
 */

interface ChargedAnswer {
  contextId: string;
  /** Unique in the conversation. The message id alone comes from the visitor, who could reuse somebody else's. */
  answerId: string;
  periodStart: Date | null;
}

/** For accounts without a period. It sorts after every ISO date. */
const NO_PERIOD = 'month';
/** The largest int4. */
const NO_LIMIT = 2_147_483_647;
/** Counters are kept longer than the longest plan period. */
const COUNTER_DAYS = 400;
/** Not renewed for this long, a reservation belongs to a process that died. */
const RESERVATION_SECONDS = 30;
/** Interval at which a running answer renews its reservation. */
export const RENEW_MS = 10_000;

export const creditPeriod = (periodStart: Date | null): string => periodStart?.toISOString() ?? NO_PERIOD;

export const creditPeriodSql = (periodStart: SQL): SQL => sql`coalesce(${isoMoment(periodStart)}, ${NO_PERIOD})`;

const causeOf = (answerId: string) => `answer:${answerId}`;
/** Never before the period's start, even when the two clocks differ. */
const createdAt = (periodStart: Date | null) =>
  sql`greatest(now(), ${periodStart?.toISOString() ?? null}::timestamptz)`;
const reservedUntil = sql`now() + make_interval(secs => ${RESERVATION_SECONDS})`;
const entryOf = (accountId: string, answerId: string) =>
  sql`account_id = ${accountId}::uuid and cause = ${causeOf(answerId)}`;

interface CreditReservation extends ChargedAnswer {
  amount: number;
  limit: number | null;
  /** Ids of ancestors, whose limits include all their descendants. */
  above?: readonly string[];
}

/** Counts descendants. Call it with the balance locked. */
const isAncestorLimitReached = (accountId: string, { above = [], periodStart }: CreditReservation, amount: SQL): SQL =>
  above.length === 0
    ? sql`false`
    : sql`exists (
        select from contexts a join context_limits l on l.account_id = a.account_id and l.context_id = a.id
        where a.account_id = ${accountId}::uuid
          and a.id in (${sql.join(
            above.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})
          and l.credits < ${amount} + (
            select coalesce(sum(u.used), 0)
            from contexts d join usage_counters u on u.account_id = d.account_id and u.context_id = d.id
            where d.account_id = a.account_id and (d.id = a.id or starts_with(d.inheritance, a.inheritance || '.'))
              and u.kind = 'credits' and u.bucket = ${creditPeriod(periodStart)}))`;

/** All or none in one statement, which rolls itself back (`isRolledBack`) if balance or a limit has too little left. */
async function reserveTogether(db: Db, tenant: Tenant, reservations: readonly CreditReservation[]): Promise<void> {
  const { accountId } = tenant;
  const [reservation] = reservations;
  const { contextId, limit, periodStart, above = [] } = reservation!;
  const maxUsed = limit ?? NO_LIMIT;
  const rows = reservations.map(({ answerId, amount }) => ({ cause: causeOf(answerId), amount }));
  const reserving = sql`
    with balance as (
      select monthly from credit_balances where account_id = ${accountId}::uuid for update),
    fresh as (
      select distinct on (r.cause) r.cause, r.amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(cause text, amount int)
      where not exists (select from credit_entries e where e.account_id = ${accountId}::uuid and e.cause = r.cause)),
    split as (
      select cause, amount, (sum(amount) over (order by cause))::int as up_to from fresh),
    entry as (
      insert into credit_entries (account_id, cause, context_id, amount, lasting, settled_at, held_until, created_at)
      select ${accountId}::uuid, cause, ${contextId}::uuid, -amount,
        least(0, balance.monthly - up_to) - least(0, balance.monthly - up_to + amount),
        null, ${reservedUntil}, ${createdAt(periodStart)}
      from balance, split
      on conflict do nothing returning amount, lasting),
    reserved as (
      select sum(amount)::int as amount, sum(lasting)::int as lasting from entry having count(*) > 0),
    taken as (
      update credit_balances b set monthly = b.monthly + r.amount - r.lasting, lasting = b.lasting + r.lasting,
        updated_at = now()
      from reserved r where b.account_id = ${accountId}::uuid and b.lasting + r.lasting >= 0
      returning 1),
    counter as (
      insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
      select ${accountId}::uuid, ${contextId}::uuid, 'credits', ${creditPeriod(periodStart)}, -r.amount,
        now() + make_interval(days => ${COUNTER_DAYS})
      from reserved r
      where -r.amount <= ${maxUsed}::int and not ${isAncestorLimitReached(accountId, reservation!, sql`-r.amount`)}
      on conflict (account_id, context_id, kind, bucket)
        do update set used = usage_counters.used + excluded.used, expires_at = excluded.expires_at
        where usage_counters.used + excluded.used <= ${maxUsed}::int
      returning used)
    select ${unlessZero(sql`case when exists (select from reserved)
      and not (exists (select from taken) and exists (select from counter)) then 0 else 1 end`)}`;
  // Under an ancestor's limit, sibling contexts count too. Locking in a separate statement makes their latest usage
  // visible.
  const before = above.length > 0 ? lockBalance(accountId) : [openingBalance(accountId)];
  await changeTenantUnsynced(db, tenant, ...before, reserving);
}

interface ReservationCall {
  tenant: Tenant;
  reservation: CreditReservation;
}

/** Calls that do not fit together are tried one by one. */
async function reserveEach(db: Db, calls: readonly ReservationCall[]): Promise<boolean[]> {
  const [first] = calls;
  try {
    await reserveTogether(
      db,
      first!.tenant,
      calls.map(({ reservation }) => reservation),
    );
    return calls.map(() => true);
  } catch (error) {
    if (!isRolledBack(error)) throw error;
    if (calls.length === 1) return [false];
    const results: boolean[] = [];
    for (const call of calls) results.push(...(await reserveEach(db, [call])));
    return results;
  }
}

/** Reservations of an account would wait for its balance anyway. The same key means the same limits and counter. */
const reserveCoalesced = coalesceCalls({
  keyOf: ({ tenant, reservation: { contextId, limit, periodStart, above = [] } }: ReservationCall) =>
    [tenant.accountId, contextId, limit, creditPeriod(periodStart), ...above].join(' '),
  run: reserveEach,
});

/** Before the model is called. A repetition does nothing. Throws `ApiError` `limit_credits` (without a message). */
export async function reserveCredits(db: Db, tenant: Tenant, reservation: CreditReservation): Promise<void> {
  if (!(await reserveCoalesced(db, { tenant, reservation }))) throw new ApiError('limit_credits');
}

/** So that a running answer does not count as left behind by a dead process. */
export async function renewReservation(db: Db, tenant: Tenant, answerId: string): Promise<void> {
  await changeTenant(
    db,
    tenant,
    sql`update credit_entries set held_until = ${reservedUntil} where ${entryOf(tenant.accountId, answerId)} and settled_at is null`,
  );
}

/**
 * For the transaction that stores the answer. The real cost replaces the reservation; above it, it is charged as far as
 * the balance allows, and the platform pays the rest. A free answer leaves no entry. One that was cut off and later
 * generated in full is charged at the higher of both costs; any other repetition changes nothing.
 */
export function chargeStatements(accountId: string, charged: ChargedAnswer & { cost: number }): SQL[] {
  const { contextId, answerId, periodStart, cost } = charged;
  const isEntry = entryOf(accountId, answerId);
  const charge = sql`
    with held as (
      select coalesce(sum(amount), 0)::int as amount, coalesce(sum(lasting), 0)::int as lasting
      from credit_entries where ${isEntry}),
    due as (
      select b.monthly + held.lasting - held.amount as monthly,
        least(${cost}::int, b.monthly + b.lasting - held.amount) as charge
      from credit_balances b, held where b.account_id = ${accountId}::uuid),
    dropped as (
      delete from credit_entries using due where ${isEntry} and settled_at is null and due.charge = 0
      returning 0 as amount, 0 as lasting),
    entered as (
      insert into credit_entries (account_id, cause, context_id, amount, lasting, settled_at, created_at)
      select ${accountId}::uuid, ${causeOf(answerId)}, ${contextId}::uuid, -due.charge, least(0, due.monthly - due.charge),
        now(), ${createdAt(periodStart)}
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
      now() + make_interval(days => ${COUNTER_DAYS})
    from difference d where d.amount < 0 and not exists (select from moved)
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + excluded.used`;
  return [...lockBalance(accountId), charge];
}

/** To the same part of the balance. Charged answers are not changed. */
export async function releaseCredits(db: Db, tenant: Tenant, charged: ChargedAnswer): Promise<void> {
  const { accountId } = tenant;
  const { contextId, answerId, periodStart } = charged;
  await changeTenant(
    db,
    tenant,
    ...lockBalance(accountId),
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
  for (const statement of lockBalance(accountId)) await tx.execute(statement);
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
          and c.bucket <= ${isoMoment(sql`e.created_at`)}), ${NO_PERIOD}) as bucket
      from stale e),
    given as (
      update usage_counters c set used = c.used + o.amount
      from (select account_id, context_id, bucket, sum(amount)::int as amount from owed group by 1, 2, 3) o
      where c.account_id = o.account_id and c.context_id = o.context_id and c.kind = 'credits' and c.bucket = o.bucket)
    select count(*)::int as released from stale`);
  return rows[0]?.released ?? 0;
}

/** Of dead processes, in every account. `isAlone`: no other process can run, so every reservation is stale. */
export async function releaseStaleCredits(db: Db, { isAlone = false } = {}): Promise<number> {
  const isStale = isAlone
    ? sql`settled_at is null`
    : sql`settled_at is null and not ${isRunning(sql`held_until`, RESERVATION_SECONDS)}`;
  const ids = await withPlatform(db, (tx) =>
    tx.execute<{ id: string }>(sql`select distinct account_id as id from credit_entries where ${isStale}`),
  );
  let released = 0;
  for (const { id } of ids.rows) released += await withPlatform(db, (tx) => releaseStaleOf(tx, id, isStale));
  return released;
}
