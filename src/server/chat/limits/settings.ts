import { and, eq, inArray, sql } from 'drizzle-orm';
import { QUESTIONS_PER_MINUTE } from '../../../shared/constants.ts';
import {
  LIMIT_KINDS,
  type LimitKind,
  type LimitsInput,
  type LimitsRecord,
  NOTICED_LIMITS,
  type NoticedLimit,
} from '../../../shared/limits.ts';
import { creditPeriod } from '../../billing/credits.ts';
import { contextLimits, contexts, limitNotices } from '../../db/tables.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { say } from '../../locale.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { assertContext } from '../../resource/scope.ts';
import { dayOf, monthOf } from './calendar.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** The longest pause of a chat. */
const PAUSE_DAYS = 366;
interface Row {
  contextId: string;
  defaultMessage: string | null;
  person: LimitsRecord['person'];
  /** Null in a context without limits of its own. */
  perMinute: number | null;
  daily: number | null;
  monthly: number | null;
  credits: number | null;
  messages: Partial<Record<LimitKind, string>> | null;
  notify: boolean | null;
  deactivatedUntil: Date | null;
  periodStart: Date | null;
  used: { kind: string; bucket: string; used: number }[];
}

/** The contexts that a call is about: the one that it names, else those that its member may see. */
function among(tenant: Tenant, contextId?: string) {
  if (contextId) assertContext(tenant, contextId);
  const ids = contextId ? [contextId] : tenant.contextIds;
  const own = eq(contexts.accountId, tenant.accountId);
  return ids === 'all' ? own : and(own, inArray(contexts.id, [...ids]));
}

/** @throws Refusal `not_found`. */
async function readRow(db: Db, tenant: Tenant, now: Date, contextId?: string): Promise<Row> {
  const running = sql`(kind = 'daily' and bucket = ${dayOf(now)}) or (kind = 'monthly' and bucket = ${monthOf(now)})
    or kind = 'credits'`;
  const [row] = await readTenant<Row>(
    db,
    tenant,
    sql`select contexts.id as "contextId", contexts.appearance -> 'person' as person, contexts.default_message as "defaultMessage", l.per_minute as "perMinute",
          l.daily, l.monthly, l.credits, l.messages, l.notify, l.deactivated_until as "deactivatedUntil",
          s.period_start as "periodStart",
          (select coalesce(json_agg(json_build_object('kind', kind, 'bucket', bucket, 'used', used)), '[]')
            from usage_counters u
            where u.account_id = contexts.account_id and u.context_id = contexts.id and (${running})) as used
        from contexts
          left join context_limits l on l.account_id = contexts.account_id and l.context_id = contexts.id
          left join subscriptions s on s.account_id = contexts.account_id
        where ${among(tenant, contextId)}
        order by contexts.created_at, contexts.id limit 1`,
  );
  if (!row) throw notFound();
  return row;
}

const inCredits = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1_000);

/**
 * The limits of a context (without one named: of the oldest that the member may see), and what is used of them now.
 * Credits in credits. A pause that is over is none.
 * @throws Refusal `not_found`.
 */
export async function readLimits(db: Db, tenant: Tenant, contextId?: string): Promise<LimitsRecord> {
  const now = new Date();
  const row = await readRow(db, tenant, now, contextId);
  const usedOf = (kind: NoticedLimit, bucket: string) =>
    row.used.find((counter) => counter.kind === kind && counter.bucket === bucket)?.used ?? 0;
  const { daily, monthly, deactivatedUntil: until } = row;
  const credits = inCredits(row.credits);
  const sentences = LIMIT_KINDS.map((kind) => [kind, row.messages?.[kind] ?? '']);
  return {
    contextId: row.contextId,
    perMinute: row.perMinute ?? QUESTIONS_PER_MINUTE,
    ...{ daily, monthly, credits },
    defaultMessage: row.defaultMessage ?? '',
    person: row.person,
    messages: Object.fromEntries(sentences) as LimitsRecord['messages'],
    notify: row.notify ?? true,
    deactivatedUntil: until && until > now ? until.toISOString() : null,
    use: {
      daily: { used: usedOf('daily', dayOf(now)), limit: daily },
      monthly: { used: usedOf('monthly', monthOf(now)), limit: monthly },
      credits: { used: usedOf('credits', creditPeriod(row.periodStart)) / 1_000, limit: credits },
    },
  };
}

const refuseField = (field: keyof LimitsInput, code: string, message: string) =>
  new Refusal('invalid_input', { errors: [{ field, code, message }] });

/** What is stored of what was asked for. @throws Refusal `invalid_input`. */
function stored(input: LimitsInput, now: Date) {
  const { perMinute, daily, monthly, messages, notify } = input;
  const credits = input.credits === null ? null : Math.max(1, Math.round(input.credits * 1_000));
  const until = input.deactivatedUntil === null ? null : new Date(input.deactivatedUntil);
  if (until && until.getTime() > now.getTime() + PAUSE_DAYS * DAY) {
    const message = say('limits.messages.deactivated_too_far', { days: PAUSE_DAYS });
    throw refuseField('deactivatedUntil', 'invalid_date', message);
  }
  const deactivatedUntil = until && until > now ? until : null;
  return { perMinute, daily, monthly, credits, messages, notify, deactivatedUntil, updatedAt: now };
}

type Limits = Pick<typeof contextLimits.$inferSelect, NoticedLimit>;

/** Another limit is noticed anew: what was said of the old one is taken back. */
async function forgetNotices(tx: Tx, at: { accountId: string; contextId: string }, before: Limits, after: Limits) {
  const changed = NOTICED_LIMITS.filter((limit) => before[limit] !== after[limit]);
  if (changed.length === 0) return;
  const { accountId, contextId } = limitNotices;
  await tx
    .delete(limitNotices)
    .where(and(eq(accountId, at.accountId), eq(contextId, at.contextId), inArray(limitNotices.limit, changed)));
}

/**
 * Sets the limits and the default message of a context (without one named: of the oldest that the member may see), whole.
 * Answers the context's id.
 * @throws Refusal `not_found`; `invalid_input` for a pause of more than 366 days.
 */
export async function saveLimits(db: Db, tenant: Tenant, input: LimitsInput, contextId?: string): Promise<string> {
  const { accountId } = tenant;
  const values = stored(input, new Date());
  return withTenant(db, tenant, async (tx) => {
    const [context] = await tx
      .select({ id: contexts.id })
      .from(contexts)
      .where(among(tenant, contextId))
      .orderBy(contexts.createdAt, contexts.id)
      .limit(1)
      .for('no key update');
    if (!context) throw notFound();
    const at = { accountId, contextId: context.id };
    const its = and(eq(contextLimits.accountId, accountId), eq(contextLimits.contextId, context.id));
    const [before] = await tx.select().from(contextLimits).where(its);
    await tx
      .insert(contextLimits)
      .values({ ...at, ...values })
      .onConflictDoUpdate({ target: [contextLimits.accountId, contextLimits.contextId], set: values });
    await tx
      .update(contexts)
      .set({
        defaultMessage: input.defaultMessage || null,
        ...(input.person
          ? { appearance: sql`${contexts.appearance} || ${JSON.stringify({ person: input.person })}::jsonb` }
          : {}),
      })
      .where(and(eq(contexts.accountId, accountId), eq(contexts.id, context.id)));
    if (before) await forgetNotices(tx, at, before, values);
    return context.id;
  });
}
