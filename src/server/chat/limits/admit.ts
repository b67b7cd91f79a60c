import { type SQL, sql } from 'drizzle-orm';
import { DEMO_LINK_MS, DEMO_QUESTIONS, QUESTIONS_PER_MINUTE } from '../../../shared/constants.ts';
import type { LimitKind } from '../../../shared/limits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import { type Db, type Tenant, tenant, type Tx, unlessZero, withTenant } from '../../db/tenant.ts';
import { addressKey } from '../../runtime/address-key.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { dayOf, monthOf, nextDay, nextMonth, secondsUntil } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { LIMIT_CODES, limitSentence } from './sentence.ts';

/** A question that was admitted and counted. */
export interface Reservation {
  /** Questions in the day and month of `at`, including this one. */
  readonly used: { daily: number; monthly: number; at: Date };
  /**
   * Takes the question out of the daily, monthly and demo counts when no answer could be given. The count per
   * minute stays. Only the first call has an effect.
   */
  release(): Promise<void>;
}

/** One counter that a question increments. */
interface Counter {
  kind: 'daily' | 'demo' | 'minute' | 'monthly';
  bucket: string;
  /** Null: no limit, but still counted. */
  max: number | null;
  /** When the counter starts again from zero. */
  ends: Date;
}

const MINUTE = 60_000;
/**
 * Counters outlive their period by this long, because an answer that is still being made may release its
 * reservation.
 */
const RETENTION_HOURS = 24;
/** Stands for "no limit": the largest 32-bit integer. */
const UNLIMITED = 2_147_483_647;

/** The visitor's IP address and, if they came through a demo link, its id. */
interface CountedVisitor {
  ip: string;
  demo?: string;
}

/** Returns the counters of a question, sorted by kind: the order in which their rows are locked. */
function countersOf(
  { key }: Pick<Services, 'key'>,
  { limits }: WidgetContext,
  { ip, demo }: CountedVisitor,
  now: Date,
): Counter[] {
  const minute = Math.floor(now.getTime() / MINUTE);
  return [
    { kind: 'daily', bucket: dayOf(now), max: limits?.daily ?? null, ends: nextDay(now) },
    ...(demo ? [demoCounter(demo, now)] : []),
    {
      kind: 'minute',
      bucket: `${minute} ${addressKey(key, ip)}`,
      max: limits?.perMinute ?? QUESTIONS_PER_MINUTE,
      ends: new Date((minute + 1) * MINUTE),
    },
    { kind: 'monthly', bucket: monthOf(now), max: limits?.monthly ?? null, ends: nextMonth(now) },
  ];
}

/** Counts all questions asked through one demo link. The counter outlives the link. */
const demoCounter = (demo: string, now: Date): Counter => ({
  kind: 'demo',
  bucket: demo,
  max: DEMO_QUESTIONS,
  ends: new Date(now.getTime() + DEMO_LINK_MS),
});

const refuse = (context: WidgetContext, kind: LimitKind, retryAfter: number) =>
  new ApiError(LIMIT_CODES[kind], { message: limitSentence(context, kind), retryAfter });

/**
 * Returns the statement that increments all counters. Every caller uses the same order of rows; otherwise two
 * concurrent questions could deadlock. A counter at its limit is not incremented and is missing from the returned
 * rows.
 */
function incrementStatement(
  { accountId, contextId }: WidgetContext,
  counters: readonly Counter[],
  condition = sql`true`,
): SQL {
  const rows = counters.map(
    ({ kind, bucket, ends }) =>
      sql`(${accountId}::uuid, ${contextId}::uuid, ${kind}::text, ${bucket}::text, 1,
        ${ends.toISOString()}::timestamptz + make_interval(hours => ${RETENTION_HOURS}))`,
  );
  const limits = counters.map(({ kind, max }) => sql`when ${kind} then ${max ?? UNLIMITED}::int`);
  return sql`
    insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
    select * from (values ${sql.join(rows, sql`, `)}) counted where ${condition}
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + 1
      where usage_counters.used < case usage_counters.kind ${sql.join(limits, sql` `)} end
    returning kind, used`;
}

/** The parts of an SQL statement that count a question. */
interface Counting {
  /** Increments all counters if the condition holds. */
  readonly statement: SQL;
  /** Makes the whole statement fail (`isRolledBack`) if a limit refuses the question. `raised` names the result rows. */
  check(raised: SQL): SQL;
  /** Returns the reservation; `used` are the counters as a JSON object. */
  reservationOf(used: Raised): Reservation;
}

/** Returns the statement that counts a question, if the condition holds, in all of its limits or none. */
export function countQuestion(
  services: Services,
  context: WidgetContext,
  visitor: CountedVisitor,
  condition: SQL,
): Counting {
  const now = new Date();
  const counters = countersOf(services, context, visitor, now);
  return {
    statement: incrementStatement(context, counters, condition),
    check: (raised) => {
      const isWithinLimits = sql`(select count(*) from ${raised}) = ${counters.length}`;
      return unlessZero(sql`case when ${isWithinLimits} or not (${condition}) then 1 else 0 end`);
    },
    reservationOf: (used) => reservationOf(services.db, context, counters, used, now),
  };
}

type Raised = Partial<Record<Counter['kind'], number>>;

/**
 * Increments the counters. Throws the `ApiError` of the limit that refuses the question, which rolls the transaction
 * back.
 */
async function raiseOrRefuse(
  tx: Tx,
  context: WidgetContext,
  counters: readonly Counter[],
  statement: SQL,
  now: Date,
): Promise<Raised> {
  const { rows } = await tx.execute<{ kind: Counter['kind']; used: number }>(statement);
  const raised: Raised = Object.fromEntries(rows.map(({ kind, used }) => [kind, used]));
  if (counters.some(({ kind }) => kind === 'demo') && raised.demo === undefined) throw new ApiError('limit_demo');
  // When several limits are reached, report the longest period: waiting a minute would not help.
  for (const kind of ['monthly', 'daily', 'minute'] as const) {
    const { ends } = counters.find((counter) => counter.kind === kind)!;
    if (raised[kind] === undefined) throw refuse(context, kind, secondsUntil(now, ends));
  }
  return raised;
}

/** Decrements the daily, monthly and demo counters. Locks the rows in the same order as the increments. */
async function takeBack(tx: Tx, contextId: string, owner: Tenant, counters: readonly Counter[]): Promise<void> {
  const buckets = counters.filter(({ kind }) => kind !== 'minute').map(({ kind, bucket }) => sql`(${kind}, ${bucket})`);
  const isCounter = sql`account_id = ${owner.accountId} and context_id = ${contextId}
    and (kind, bucket) in (${sql.join(buckets, sql`, `)})`;
  await tx.execute(sql`select 1 from usage_counters where ${isCounter} order by kind for update`);
  await tx.execute(sql`update usage_counters set used = used - 1 where ${isCounter} and used > 0`);
}

/** Returns until when the chat is paused; null if it is not. */
function pausedUntil({ limits }: WidgetContext, now: Date): Date | null {
  const until = limits?.deactivatedUntil ? new Date(limits.deactivatedUntil) : null;
  return until && until > now ? until : null;
}

export const isActive = (context: WidgetContext, now = new Date()): boolean => pausedUntil(context, now) === null;

/** Throws `ApiError` `chat_deactivated`, with the owner's message, while the chat is paused. */
export function assertActive(context: WidgetContext, now = new Date()): void {
  const until = pausedUntil(context, now);
  if (until) throw refuse(context, 'deactivated', secondsUntil(now, until));
}

function reservationOf(
  db: Db,
  { accountId, contextId }: WidgetContext,
  counters: readonly Counter[],
  raised: Raised,
  now: Date,
): Reservation {
  const owner = tenant(accountId, [contextId]);
  let isReleased = false;
  return {
    used: { daily: raised.daily!, monthly: raised.monthly!, at: now },
    async release() {
      if (isReleased) return;
      isReleased = true;
      await withTenant(db, owner, (tx) => takeBack(tx, contextId, owner, counters));
    },
  };
}

/**
 * Admits a question and counts it for the minute (per IP address), the day and the month. If one limit refuses the
 * question, no counter counts it. Concurrent processes share the same rows.
 *
 * Throws `ApiError` `chat_deactivated`, `limit_minute`, `limit_daily` or `limit_monthly` with the owner's message
 * and the seconds to wait; `limit_demo` when the demo link has no questions left.
 */
export async function reserveInteraction(
  { db, ...services }: Services,
  context: WidgetContext,
  { now = new Date(), ...visitor }: CountedVisitor & { now?: Date },
): Promise<Reservation> {
  const { accountId, contextId } = context;
  assertActive(context, now);
  const counters = countersOf(services, context, visitor, now);
  const raised = await withTenant(db, tenant(accountId, [contextId]), (tx) =>
    raiseOrRefuse(tx, context, counters, incrementStatement(context, counters), now),
  );
  return reservationOf(db, context, counters, raised, now);
}
