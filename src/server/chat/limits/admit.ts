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

export interface Reservation {
  readonly used: { daily: number; monthly: number; at: Date };
  /** When no answer could be given; the count per minute stays. Only the first call has an effect. */
  release(): Promise<void>;
}

interface Counter {
  kind: 'daily' | 'demo' | 'minute' | 'monthly';
  bucket: string;
  max: number | null;
  ends: Date;
}

const MINUTE = 60_000;
/** An answer that is still being made may release its reservation. */
const RETENTION_HOURS = 24;
/** The largest 32-bit integer. */
const UNLIMITED = 2_147_483_647;

interface CountedVisitor {
  ip: string;
  demo?: string;
}

/** Sorted by kind: the order in which their rows are locked. */
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

/** It outlives the link. */
const demoCounter = (demo: string, now: Date): Counter => ({
  kind: 'demo',
  bucket: demo,
  max: DEMO_QUESTIONS,
  ends: new Date(now.getTime() + DEMO_LINK_MS),
});

const refuse = (context: WidgetContext, kind: LimitKind, retryAfter: number) =>
  new ApiError(LIMIT_CODES[kind], { message: limitSentence(context, kind), retryAfter });

/** In one order of rows: otherwise two questions could deadlock. A counter at its limit is not returned. */
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

interface Counting {
  readonly statement: SQL;
  /** Fails the whole statement (`isRolledBack`) if a limit refuses. `raised` names the result rows. */
  check(raised: SQL): SQL;
  /** `used`: the counters as a JSON object. */
  reservationOf(used: Raised): Reservation;
}

/** If the condition holds, in all limits or none. */
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

/** Throws the refusing limit's `ApiError`, which rolls the transaction back. */
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

/** Locks in the order of the increments. */
async function takeBack(tx: Tx, contextId: string, owner: Tenant, counters: readonly Counter[]): Promise<void> {
  const buckets = counters.filter(({ kind }) => kind !== 'minute').map(({ kind, bucket }) => sql`(${kind}, ${bucket})`);
  const isCounter = sql`account_id = ${owner.accountId} and context_id = ${contextId}
    and (kind, bucket) in (${sql.join(buckets, sql`, `)})`;
  await tx.execute(sql`select 1 from usage_counters where ${isCounter} order by kind for update`);
  await tx.execute(sql`update usage_counters set used = used - 1 where ${isCounter} and used > 0`);
}

function pausedUntil({ limits }: WidgetContext, now: Date): Date | null {
  const until = limits?.deactivatedUntil ? new Date(limits.deactivatedUntil) : null;
  return until && until > now ? until : null;
}

export const isActive = (context: WidgetContext): boolean => pausedUntil(context, new Date()) === null;

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
 * Per minute (and IP address), day and month; if one limit refuses, no counter counts it. Processes share the rows.
 * Throws `ApiError` `chat_deactivated`, `limit_minute`, `limit_daily` or `limit_monthly` with the owner's message and
 * the seconds to wait; `limit_demo`.
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
