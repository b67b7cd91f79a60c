import { type SQL, sql } from 'drizzle-orm';
import { DEMO_LINK_MS, DEMO_QUESTIONS, QUESTIONS_PER_MINUTE } from '../../../shared/constants.ts';
import type { LimitKind } from '../../../shared/limits.ts';
import type { WidgetContext } from '../../db/platform.ts';
import {
  changeTenant,
  type Db,
  isRolledBack,
  type Tenant,
  tenant,
  type Tx,
  unlessZero,
  withTenant,
} from '../../db/tenant.ts';
import { addressKey } from '../../runtime/address-key.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { dayOf, monthOf, nextDay, nextMonth, secondsUntil } from '../../runtime/calendar.ts';
import type { Services } from '../../runtime/services.ts';
import { LIMIT_CODES, limitSentence } from './sentence.ts';

/** A question that was let in and counted. */
export interface Reservation {
  /** Interactions of the day and month of `at`, this one included. */
  readonly used: { daily: number; monthly: number; at: Date };
  /** Takes the day's and the month's count back when no answer could be given; the minute's stays. Once. */
  release(): Promise<void>;
}

/** One counter that a question raises. */
interface Counter {
  kind: 'daily' | 'demo' | 'minute' | 'monthly';
  bucket: string;
  /** Null: no limit, counted all the same. */
  most: number | null;
  /** When it begins anew. */
  ends: Date;
}

const MINUTE = 60_000;
/** Counters are kept for a while after their time: an answer under way may still be taken back. */
const KEPT_HOURS = 24;
/** Higher than any limit. */
const BOUNDLESS = 2_147_483_647;

/** Who asks, and on which demo link. */
interface Asker {
  ip: string;
  demo?: string;
}

/** In the order of their kinds. */
function countersOf({ key }: Services, { limits }: WidgetContext, { ip, demo }: Asker, now: Date): Counter[] {
  const minute = Math.floor(now.getTime() / MINUTE);
  return [
    { kind: 'daily', bucket: dayOf(now), most: limits?.daily ?? null, ends: nextDay(now) },
    ...(demo ? [demoCounter(demo, now)] : []),
    {
      kind: 'minute',
      bucket: `${minute} ${addressKey(key, ip)}`,
      most: limits?.perMinute ?? QUESTIONS_PER_MINUTE,
      ends: new Date((minute + 1) * MINUTE),
    },
    { kind: 'monthly', bucket: monthOf(now), most: limits?.monthly ?? null, ends: nextMonth(now) },
  ];
}

/** Of all questions on one link. It is kept for longer than the link holds. */
const demoCounter = (demo: string, now: Date): Counter => ({
  ...{ kind: 'demo', bucket: demo, most: DEMO_QUESTIONS },
  ends: new Date(now.getTime() + DEMO_LINK_MS),
});

const refuse = (context: WidgetContext, kind: LimitKind, retryAfter: number) =>
  new ApiError(LIMIT_CODES[kind], { message: limitSentence(context, kind), retryAfter });

/**
 * Raises all counters in one statement, in one order for everybody (or two questions would wait for one another). A
 * counter at its limit is not raised, and is missing from what comes back.
 */
function raising({ accountId, contextId }: WidgetContext, counters: readonly Counter[]): SQL {
  const rows = counters.map(
    ({ kind, bucket, ends }) =>
      sql`(${accountId}::uuid, ${contextId}::uuid, ${kind}, ${bucket}, 1,
        ${ends.toISOString()}::timestamptz + make_interval(hours => ${KEPT_HOURS}))`,
  );
  const most = counters.map(({ kind, most }) => sql`when ${kind} then ${most ?? BOUNDLESS}::int`);
  return sql`
    insert into usage_counters (account_id, context_id, kind, bucket, used, expires_at)
    values ${sql.join(rows, sql`, `)}
    on conflict (account_id, context_id, kind, bucket) do update set used = usage_counters.used + 1
      where usage_counters.used < case usage_counters.kind ${sql.join(most, sql` `)} end
    returning kind, used`;
}

type Raised = Partial<Record<Counter['kind'], number>>;

/** Raises all or none, in one round trip; null where one is at its limit, whichever. */
async function raiseAll(db: Db, owner: Tenant, counters: readonly Counter[], statement: SQL): Promise<Raised | null> {
  const isWhole = sql`case when (select count(*) from raised) = ${counters.length} then 1 else 0 end`;
  const all = sql`with raised as (${statement})
    select (select json_object_agg(kind, used) from raised) as used, ${unlessZero(isWhole)}`;
  try {
    const [row] = await changeTenant<{ used: Raised }>(db, owner, all);
    return row!.used;
  } catch (error) {
    if (isRolledBack(error)) return null;
    throw error;
  }
}

/** Raises them one last time to see which is at its limit, and takes all back by failing. */
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
  // Of several limits at their end the longest is named: who waits for a minute should not wait in vain.
  for (const kind of ['monthly', 'daily', 'minute'] as const) {
    const { ends } = counters.find((counter) => counter.kind === kind)!;
    if (raised[kind] === undefined) throw refuse(context, kind, secondsUntil(now, ends));
  }
  return raised;
}

/** The rows are locked in the order in which they are raised. */
async function takeBack(tx: Tx, contextId: string, owner: Tenant, counters: readonly Counter[]): Promise<void> {
  const buckets = counters.filter(({ kind }) => kind !== 'minute').map(({ kind, bucket }) => sql`(${kind}, ${bucket})`);
  const these = sql`account_id = ${owner.accountId} and context_id = ${contextId}
    and (kind, bucket) in (${sql.join(buckets, sql`, `)})`;
  await tx.execute(sql`select 1 from usage_counters where ${these} order by kind for update`);
  await tx.execute(sql`update usage_counters set used = used - 1 where ${these} and used > 0`);
}

/** @throws ApiError `chat_deactivated` while the chat pauses, in the owner's words. */
export function assertActive(context: WidgetContext, now = new Date()): void {
  const until = context.limits?.deactivatedUntil ? new Date(context.limits.deactivatedUntil) : null;
  if (until && until > now) throw refuse(context, 'deactivated', secondsUntil(now, until));
}

/**
 * Lets a question in, and counts it: for the minute of its address, the day and the month. A question that is refused by
 * one limit is counted by none; concurrent processes count in the same rows.
 * @throws ApiError `chat_deactivated`, `limit_minute`, `limit_daily`, `limit_monthly`, in the owner's words, with the
 * seconds until it makes sense to ask again; `limit_demo`.
 */
export async function reserveInteraction(
  services: Services,
  context: WidgetContext,
  { now = new Date(), ...asker }: Asker & { now?: Date },
): Promise<Reservation> {
  const { accountId, contextId } = context;
  assertActive(context, now);
  const owner = tenant(accountId, [contextId]);
  const counters = countersOf(services, context, asker, now);
  const statement = raising(context, counters);
  const raised =
    (await raiseAll(services.db, owner, counters, statement)) ??
    (await withTenant(services.db, owner, (tx) => raiseOrRefuse(tx, context, counters, statement, now)));
  const used = { daily: raised.daily!, monthly: raised.monthly!, at: now };

  let isReleased = false;
  return {
    used,
    async release() {
      if (isReleased) return;
      isReleased = true;
      await withTenant(services.db, owner, (tx) => takeBack(tx, contextId, owner, counters));
    },
  };
}
