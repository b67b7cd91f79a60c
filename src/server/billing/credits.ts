import { and, eq, sql } from 'drizzle-orm';
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

/** Moves a context's counter. Back, it is only moved where it is still there: its context may be gone. */
async function moveCounter(tx: Tx, accountId: string, { contextId, periodStart }: Charged, by: number): Promise<void> {
  const bucket = creditPeriod(periodStart);
  if (by < 0) {
    await tx.execute(sql`
      update usage_counters set used = used + ${by}::int
      where account_id = ${accountId} and context_id = ${contextId} and kind = 'credits' and bucket = ${bucket}`);
  } else if (by > 0) {
    await tx.execute(sql`
      insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
      values (${accountId}, ${contextId}, 'credits', ${bucket}, ${by}, now() + make_interval(days => ${KEPT_DAYS}))
      on conflict (account_id, context_id, kind, bucket)
        do update set used = usage_counters.used + excluded.used, expires_at = excluded.expires_at`);
  }
}

/** The entry of an answer, locked; one of nothing is made where nothing was reserved. */
async function lockEntry(tx: Tx, accountId: string, charged: Charged): Promise<typeof creditEntries.$inferSelect> {
  const { contextId, answerId, periodStart } = charged;
  const find = () => tx.select().from(creditEntries).where(entryOf(accountId, answerId)).for('update');
  const [held] = await find();
  if (held) return held;
  await tx
    .insert(creditEntries)
    .values({
      accountId,
      contextId,
      cause: causeOf(answerId),
      amount: 0,
      settledAt: null,
      createdAt: madeAt(periodStart),
    })
    .onConflictDoNothing();
  return lockEntry(tx, accountId, charged);
}

/**
 * Writes down what an answer cost in the end, in the transaction that stores the answer, and moves the context's counter
 * by the difference to what was reserved. An answer that cost nothing leaves no entry. Of an answer that was cut and then
 * told in full the dearer telling counts; else a second time nothing changes.
 */
export async function settleCredits(
  tx: Tx,
  { accountId, cost, ...charged }: Charged & { accountId: string; cost: number },
): Promise<void> {
  const held = await lockEntry(tx, accountId, charged);
  if (held.settledAt && cost <= -held.amount) return;
  const entry = entryOf(accountId, charged.answerId);
  if (cost === 0) await tx.delete(creditEntries).where(entry);
  else
    await tx
      .update(creditEntries)
      .set({ amount: -cost, settledAt: sql`now()` })
      .where(entry);
  await moveCounter(tx, accountId, charged, cost + held.amount);
}

/** Gives back what is reserved for an answer that was not given. What has settled stays. */
export async function releaseCredits(db: Db, tenant: Tenant, charged: Charged): Promise<void> {
  const { accountId } = tenant;
  await withTenant(db, tenant, async (tx) => {
    const [released] = await tx
      .delete(creditEntries)
      .where(and(entryOf(accountId, charged.answerId), sql`${creditEntries.settledAt} is null`))
      .returning({ amount: creditEntries.amount });
    if (released) await moveCounter(tx, accountId, charged, released.amount);
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
