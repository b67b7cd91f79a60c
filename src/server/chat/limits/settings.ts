import { and, eq, type SQL, sql } from 'drizzle-orm';
import { mergeValues } from '../../../shared/changes.ts';
import { DAY_MS, QUESTIONS_PER_MINUTE } from '../../../shared/constants.ts';
import {
  LIMIT_KINDS,
  type LimitKind,
  type LimitsChange,
  type LimitsInput,
  type LimitsRecord,
  NOTICED_LIMITS,
  type NoticedLimit,
} from '../../../shared/limits.ts';
import { lockBalance } from '../../billing/balance.ts';
import { creditPeriod, creditPeriodSql } from '../../billing/credits.ts';
import { contextLimits } from '../../db/schema/chat.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../../db/tenant.ts';
import { assertContext, rowsOf } from '../../resource/scope.ts';
import { mergeChange, versionOf } from '../../resource/versions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { dayOf, monthOf } from '../../runtime/calendar.ts';
import { t } from '../../runtime/translate.ts';
import { assertWithinParentLimits } from './credit-limits.ts';
import { deleteLimitNotices } from './delete-notices.ts';

const PAUSE_DAYS = 366;
interface LimitSettingsRow {
  contextId: string;
  defaultMessage: string | null;
  person: LimitsRecord['person'];
  takesMessages: boolean;
  offersFoundContact: boolean;
  /** Null in a context without limits of its own. */
  perMinute: number | null;
  daily: number | null;
  monthly: number | null;
  credits: number | null;
  messages: Partial<Record<LimitKind, string>> | null;
  notify: boolean | null;
  withoutCredits: LimitsRecord['withoutCredits'] | null;
  deactivatedUntil: Date | null;
  periodStart: Date | null;
  used: { kind: string; bucket: string; used: number }[];
  usedBelow: number;
}

function among(tenant: Tenant, contextId?: string) {
  if (contextId) assertContext(tenant, contextId);
  const { accountId, id } = contexts;
  return rowsOf({ accountId, contextId: id }, tenant, contextId ? [contextId] : []);
}

function settingsQuery(tenant: Tenant, now: Date, contextId?: string): SQL {
  const running = sql`(kind = 'daily' and bucket = ${dayOf(now)}) or (kind = 'monthly' and bucket = ${monthOf(now)})
    or kind = 'credits'`;
  return sql`select contexts.id as "contextId", contexts.appearance -> 'person' as person, contexts.default_message as "defaultMessage",
          contexts.takes_messages as "takesMessages", contexts.offers_found_contact as "offersFoundContact", l.per_minute as "perMinute",
          l.daily, l.monthly, l.credits, l.messages, l.notify, l.without_credits as "withoutCredits", l.deactivated_until as "deactivatedUntil",
          s.period_start as "periodStart",
          (select coalesce(json_agg(json_build_object('kind', kind, 'bucket', bucket, 'used', used)), '[]')
            from usage_counters u
            where u.account_id = contexts.account_id and u.context_id = contexts.id and (${running})) as used,
          (select coalesce(sum(u.used), 0)::int
            from contexts d join usage_counters u on u.account_id = d.account_id and u.context_id = d.id
            where d.account_id = contexts.account_id and starts_with(d.inheritance, contexts.inheritance || '.')
              and u.kind = 'credits'
              and u.bucket = ${creditPeriodSql(sql`s.period_start`)}) as "usedBelow"
        from contexts
          left join context_limits l on l.account_id = contexts.account_id and l.context_id = contexts.id
          left join subscriptions s on s.account_id = contexts.account_id
        where ${among(tenant, contextId)}
        order by contexts.created_at, contexts.id limit 1`;
}

const inCredits = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1_000);

/** Without `contextId`, the oldest context that the member may see. Throws `ApiError` `not_found`. */
export async function readLimits(db: Db, tenant: Tenant, contextId?: string): Promise<LimitsRecord> {
  const now = new Date();
  const [row] = await readTenant<LimitSettingsRow>(db, tenant, settingsQuery(tenant, now, contextId));
  if (!row) throw notFound();
  const limits = limitsOf(row, now);
  return { ...limits, contextId: row.contextId, version: versionOf(limits), use: useOf(row, now) };
}

function useOf(row: LimitSettingsRow, now: Date): LimitsRecord['use'] {
  const usedOf = (kind: NoticedLimit, bucket: string) =>
    row.used.find((counter) => counter.kind === kind && counter.bucket === bucket)?.used ?? 0;
  const { daily, monthly } = row;
  const credits = (usedOf('credits', creditPeriod(row.periodStart)) + row.usedBelow) / 1_000;
  return {
    daily: { used: usedOf('daily', dayOf(now)), limit: daily },
    monthly: { used: usedOf('monthly', monthOf(now)), limit: monthly },
    credits: { used: credits, limit: inCredits(row.credits) },
  };
}

function limitsOf(row: LimitSettingsRow, now: Date): LimitsInput {
  const { daily, monthly, deactivatedUntil: until } = row;
  const sentences = LIMIT_KINDS.map((kind) => [kind, row.messages?.[kind] ?? '']);
  return {
    perMinute: row.perMinute ?? QUESTIONS_PER_MINUTE,
    daily,
    monthly,
    credits: inCredits(row.credits),
    defaultMessage: row.defaultMessage ?? '',
    person: row.person,
    takesMessages: row.takesMessages,
    offersFoundContact: row.offersFoundContact,
    messages: Object.fromEntries(sentences) as LimitsRecord['messages'],
    notify: row.notify ?? true,
    withoutCredits: row.withoutCredits ?? 'faq',
    deactivatedUntil: until && until > now ? until.toISOString() : null,
  };
}

const refuseField = (field: keyof LimitsInput, code: string, message: string) =>
  new ApiError('invalid_input', { errors: [{ field, code, message }] });

/** Throws `ApiError` `invalid_input` for a pause of more than `PAUSE_DAYS`. */
function stored(input: LimitsInput, now: Date) {
  const { perMinute, daily, monthly, messages, notify, withoutCredits } = input;
  const credits = input.credits === null ? null : Math.max(1, Math.round(input.credits * 1_000));
  const until = input.deactivatedUntil === null ? null : new Date(input.deactivatedUntil);
  if (until && until.getTime() > now.getTime() + PAUSE_DAYS * DAY_MS) {
    const message = t('limits.messages.deactivated_too_far', { days: PAUSE_DAYS });
    throw refuseField('deactivatedUntil', 'invalid_date', message);
  }
  const deactivatedUntil = until && until > now ? until : null;
  return { perMinute, daily, monthly, credits, messages, notify, withoutCredits, deactivatedUntil, updatedAt: now };
}

/** Merged with what others have saved. The context must be locked. */
async function mergedLimits(tx: Tx, tenant: Tenant, contextId: string, now: Date, change: LimitsChange) {
  const { rows } = await tx.execute<LimitSettingsRow & Record<string, unknown>>(settingsQuery(tenant, now, contextId));
  const values = limitsOf(rows[0]!, now);
  const { accountId } = tenant;
  // Credits are also divided among all contexts of the account, and the contact is part of the appearance.
  const actions = [
    'limits_edit',
    ...('credits' in change ? ['credit-limits_edit'] : []),
    ...('person' in change ? ['appearance_changed'] : []),
  ];
  const edited = { accountId, id: [contextId, accountId], actions, values };
  const merged = await mergeChange(tx, edited, change);
  return mergeValues(values, merged);
}

/**
 * Without `contextId`, the oldest context that the member may see. `demandCredits` may throw; called before the credit
 * limit changes. Throws `ApiError` `not_found`, `changed_meanwhile`; `invalid_input` for a pause that is too long or
 * more credits than a parent has.
 */
export async function saveLimits(
  db: Db,
  tenant: Tenant,
  change: LimitsChange,
  contextId?: string,
  demandCredits: () => void = () => undefined,
): Promise<string> {
  const { accountId } = tenant;
  const now = new Date();
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
    // Lock before reading the limits, so that a concurrent distribution of the account's credits either waits or is
    // visible here.
    for (const statement of lockBalance(accountId)) await tx.execute(statement);
    const input = await mergedLimits(tx, tenant, context.id, now, change);
    const values = stored(input, now);
    const [before] = await tx.select().from(contextLimits).where(its);
    if (values.credits !== (before?.credits ?? null)) {
      demandCredits();
      await assertWithinParentLimits(tx, accountId, context.id, values.credits);
    }
    await tx
      .insert(contextLimits)
      .values({ ...at, ...values })
      .onConflictDoUpdate({ target: [contextLimits.accountId, contextLimits.contextId], set: values });
    await tx
      .update(contexts)
      .set({
        defaultMessage: input.defaultMessage || null,
        takesMessages: input.takesMessages,
        offersFoundContact: input.offersFoundContact,
        appearance: sql`${contexts.appearance} || ${JSON.stringify({ person: input.person })}::jsonb`,
      })
      .where(and(eq(contexts.accountId, accountId), eq(contexts.id, context.id)));
    const changed = NOTICED_LIMITS.filter((limit) => before && before[limit] !== values[limit]);
    await deleteLimitNotices(tx, at, changed);
    return context.id;
  });
}
