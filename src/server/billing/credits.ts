import { and, eq, type SQL, sql } from 'drizzle-orm';
import { creditEntries } from '../db/tables.ts';
import {
  changeTenant,
  type Db,
  isUndone,
  type Tenant,
  type Tx,
  unlessZero,
  withPlatform,
  withTenant,
} from '../db/tenant.ts';
import { Refusal } from '../refusal.ts';

/*
 * The ledger of credits, in thousandths, and beside it a counter for each context and period of the plan. An answer's
 * entry is a reservation until it settles. Whoever changes both takes the entry first and the counter after it, so that
 * nobody waits in a circle; the two always say the same.
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

/** The bucket of a context's counter: the ISO date of the period's start. */
export const creditPeriod = (periodStart: Date | null): string => periodStart?.toISOString() ?? NO_PERIOD;

const causeOf = (answerId: string) => `answer:${answerId}`;
/** When an entry is made: never before its period, whichever clock is behind. */
const madeAt = (periodStart: Date | null) => sql`greatest(now(), ${periodStart?.toISOString() ?? null}::timestamptz)`;

/**
 * Holds `amount` for an answer before its model is called, while the context stays within `limit` (null: no limit).
 * A message that is reserved or charged already is not again.
 * @throws Refusal `limit_credits`, without a sentence.
 */
export async function reserveCredits(
  db: Db,
  tenant: Tenant,
  { contextId, answerId, amount, limit, periodStart }: Charged & { amount: number; limit: number | null },
): Promise<void> {
  const { accountId } = tenant;
  const most = limit ?? BOUNDLESS;
  try {
    await changeTenant(
      db,
      tenant,
      sql`
      with entry as (
        insert into credit_entries (account_id, cause, context_id, amount, settled_at, created_at)
        values (${accountId}, ${causeOf(answerId)}, ${contextId}, ${-amount}, null, ${madeAt(periodStart)})
        on conflict do nothing returning context_id),
      counter as (
        insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
        select ${accountId}::uuid, context_id, 'credits', ${creditPeriod(periodStart)}, ${amount}::int,
          now() + make_interval(days => ${KEPT_DAYS})
        from entry where ${amount}::int <= ${most}::int
        on conflict (account_id, context_id, kind, bucket)
          do update set used = usage_counters.used + excluded.used, expires_at = excluded.expires_at
          where usage_counters.used + excluded.used <= ${most}::int
        returning used)
      select ${unlessZero(sql`case when exists (select from entry) and not exists (select from counter) then 0 else 1 end`)}`,
    );
  } catch (error) {
    throw isUndone(error) ? new Refusal('limit_credits') : error;
  }
}

const entryOf = (accountId: string, answerId: string) =>
  and(eq(creditEntries.accountId, accountId), eq(creditEntries.cause, causeOf(answerId)));

/** Takes from a context's counter, where it is still there: its context may be gone. */
async function lowerCounter(tx: Tx, accountId: string, { contextId, periodStart }: Charged, by: number): Promise<void> {
  await tx.execute(sql`
    update usage_counters set used = used - ${by}::int
    where account_id = ${accountId} and context_id = ${contextId} and kind = 'credits'
      and bucket = ${creditPeriod(periodStart)}`);
}

/**
 * What settles an answer, as two statements: writes down what it cost in the end, and moves the context's counter by the
 * difference to what was reserved. An answer that cost nothing leaves no entry. Of an answer that was cut and then told in
 * full the dearer telling counts; else a second time nothing changes. For the transaction that stores the answer.
 */
export function settling(accountId: string, charged: Charged & { cost: number }): SQL[] {
  const { contextId, answerId, periodStart, cost } = charged;
  const cause = causeOf(answerId);
  const bucket = creditPeriod(periodStart);
  const its = sql`account_id = ${accountId}::uuid and cause = ${cause}`;
  const kept =
    cost === 0
      ? sql`delete from credit_entries where ${its} and settled_at is null returning 1`
      : sql`insert into credit_entries (account_id, cause, context_id, amount, settled_at, created_at)
          values (${accountId}::uuid, ${cause}, ${contextId}::uuid, ${-cost}::int, now(), ${madeAt(periodStart)})
          on conflict (account_id, cause) do update set amount = excluded.amount, settled_at = now()
            where credit_entries.settled_at is null or credit_entries.amount > excluded.amount
          returning 1`;
  // Locked by a statement of its own, so that the one after it sees what another has settled meanwhile.
  const lock = sql`select 1 from credit_entries where ${its} for update`;
  const settle = sql`
    with held as (select amount from credit_entries where ${its}),
    kept as (${kept}),
    difference as (select ${cost}::int + coalesce((select amount from held), 0) as by from kept),
    moved as (
      update usage_counters set used = used + difference.by from difference
      where account_id = ${accountId}::uuid and context_id = ${contextId}::uuid and kind = 'credits'
        and bucket = ${bucket}
      returning 1)
    insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
    select ${accountId}::uuid, ${contextId}::uuid, 'credits', ${bucket}, difference.by,
      now() + make_interval(days => ${KEPT_DAYS})
    from difference where difference.by > 0 and not exists (select from moved)
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + excluded.used`;
  return [lock, settle];
}

/** Gives back what is reserved for an answer that was not given. What has settled stays. */
export async function releaseCredits(db: Db, tenant: Tenant, charged: Charged): Promise<void> {
  const { accountId } = tenant;
  await withTenant(db, tenant, async (tx) => {
    const [released] = await tx
      .delete(creditEntries)
      .where(and(entryOf(accountId, charged.answerId), sql`${creditEntries.settledAt} is null`))
      .returning({ amount: creditEntries.amount });
    if (released) await lowerCounter(tx, accountId, charged, -released.amount);
  });
}

/** `created_at` as `creditPeriod` writes dates: the last period that began before it is its own. */
const asPeriod = sql.raw(`to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * Gives back what a process reserved that died before it could settle, on every account. Answers how many reservations.
 * @param olderThanMinutes 0: all of them, when no other process can be at work. `created_at` is rounded to milliseconds.
 */
export async function releaseStaleCredits(db: Db, { olderThanMinutes = 10 } = {}): Promise<number> {
  return withPlatform(db, async (tx) => {
    const { rows } = await tx.execute<{ released: number }>(sql`
      with stale as (
        delete from credit_entries where (account_id, cause) in (
          select account_id, cause from credit_entries
          where settled_at is null
            and created_at <= now() + interval '1 ms' - make_interval(mins => ${olderThanMinutes})
          for update skip locked)
        returning account_id, context_id, amount, created_at),
      owed as (
        select e.account_id, e.context_id, e.amount, coalesce((
          select max(c.bucket) from usage_counters c
          where c.account_id = e.account_id and c.context_id = e.context_id and c.kind = 'credits'
            and c.bucket <= ${asPeriod}), ${NO_PERIOD}) as bucket
        from stale e),
      given as (
        update usage_counters c set used = c.used + o.amount
        from (select account_id, context_id, bucket, sum(amount)::int as amount from owed group by 1, 2, 3) o
        where c.account_id = o.account_id and c.context_id = o.context_id and c.kind = 'credits'
          and c.bucket = o.bucket)
      select count(*)::int as released from stale`);
    return rows[0]?.released ?? 0;
  });
}
