import { eq, sql } from 'drizzle-orm';
import type { OpenPayment, Subscription } from '../../shared/billing.ts';
import { BUSINESS_ZONE, DAY_MS } from '../../shared/constants.ts';
import { creditBalances } from '../db/schema/billing.ts';
import { type Db, readTenant, type Tenant, type Tx } from '../db/tenant.ts';
import { addDays, addMonths, dayOf } from '../runtime/calendar.ts';
import type { Gateway, GatewaySubscription } from './gateways/gateway.ts';
import { commandsIn } from './lifecycle.ts';
import { isPaying, type PlanRow, planView, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

/** Too early for a forecast before. */
const FORECAST_AFTER_MS = DAY_MS;

interface UsedOnDay {
  day: string;
  /** Thousandths: of the period's own, and of all credits. */
  ofPeriod: number;
  ofAll: number;
}

async function readUsedCredits(tx: Tx, { accountId, periodStart }: SubscriptionRow): Promise<UsedOnDay[]> {
  const { rows } = await tx.execute<{ [K in keyof UsedOnDay]: UsedOnDay[K] }>(sql`
    select to_char(e.created_at at time zone ${BUSINESS_ZONE}, 'YYYY-MM-DD') as day,
      sum(e.lasting - e.amount)::int as "ofPeriod", (-sum(e.amount))::int as "ofAll"
    from credit_entries e
    where e.account_id = ${accountId} and e.cause like 'answer:%' and e.created_at >= ${periodStart.toISOString()}::timestamptz
    group by 1`);
  return rows;
}

/** Both included (YYYY-MM-DD), also days without use; decimal credits. */
function byDayOf(used: readonly UsedOnDay[], first: string, last: string): Subscription['usage']['byDay'] {
  const ofPeriod = new Map(used.map((one) => [one.day, one.ofPeriod]));
  const days: Subscription['usage']['byDay'] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    days.push({ day, credits: (ofPeriod.get(day) ?? 0) / 1_000 });
  }
  return days;
}

/** At the average rate so far. Null when they last until the renewal, or when it is too early to tell. */
export function forecast(
  { left, used, since, until }: { left: number; used: number; since: Date; until: Date },
  now: Date,
): Date | null {
  const passed = now.getTime() - since.getTime();
  if (used <= 0 || passed < FORECAST_AFTER_MS) return null;
  const end = new Date(now.getTime() + (left / used) * passed);
  return end < until ? end : null;
}

/** The end of the running month of credits, or of the subscription if that comes first. */
function creditsRenewAt({ periodStart, renewsAt }: Pick<SubscriptionRow, 'periodStart' | 'renewsAt'>): Date {
  const month = addMonths(periodStart, 1);
  return month < renewsAt ? month : renewsAt;
}

/** Returns when the credits will end at the current pace, and when new ones come; null if they last until then. */
export async function readEndOfCredits(
  db: Db,
  tenant: Tenant,
  now: Date,
): Promise<{ endsOn: string; until: string } | null> {
  const [row] = await readTenant<{ periodStart: Date; renewsAt: Date; left: number; used: number }>(
    db,
    tenant,
    sql`select s.period_start as "periodStart", s.renews_at as "renewsAt", b.monthly + b.lasting as left, (
          select coalesce(-sum(e.amount), 0)::int from credit_entries e
          where e.account_id = s.account_id and e.cause like 'answer:%' and e.created_at >= s.period_start) as used
        from subscriptions s join credit_balances b on b.account_id = s.account_id
        where s.account_id = ${tenant.accountId}::uuid`,
  );
  if (!row) return null;
  const until = creditsRenewAt(row);
  const endsOn = forecast({ left: row.left, used: row.used, since: row.periodStart, until }, now);
  return endsOn && { endsOn: endsOn.toISOString(), until: dayOf(until) };
}

async function readUsage(tx: Tx, row: SubscriptionRow, plan: PlanRow, now: Date): Promise<Subscription['usage']> {
  const { accountId, periodStart } = row;
  const [balance] = await tx.select().from(creditBalances).where(eq(creditBalances.accountId, accountId));
  const days = await readUsedCredits(tx, row);
  const ofAll = days.reduce((sum, day) => sum + day.ofAll, 0);
  const { granted, monthly, lasting } = balance ?? { granted: plan.credits, monthly: plan.credits, lasting: 0 };
  const until = creditsRenewAt(row);
  const endsOn = forecast({ left: monthly + lasting, used: ofAll, since: periodStart, until }, now);
  const passed = now.getTime() - periodStart.getTime();
  return {
    credits: granted / 1_000,
    // The balance is what all screens show.
    used: Math.max(0, granted - monthly) / 1_000,
    // A renewal that is overdue adds no days.
    byDay: byDayOf(days, dayOf(periodStart), dayOf(now < until ? now : until)),
    until: dayOf(until),
    perDay: passed < FORECAST_AFTER_MS ? null : (ofAll / 1_000 / passed) * DAY_MS,
    endsOn: endsOn?.toISOString() ?? null,
  };
}

interface SubscriptionContext {
  payments: OpenPayment[];
  renewal: GatewaySubscription | null;
  now: Date;
  gateway: Gateway;
}

function amountAtRenewal(row: SubscriptionRow, renewal: GatewaySubscription | null): number {
  if (!isPaying(row) || row.endsAt || renewal?.cancelAt) return 0;
  return renewal?.scheduled?.amount ?? renewal?.item.amount ?? row.price;
}

export async function toSubscription(
  tx: Tx,
  row: SubscriptionRow,
  context: SubscriptionContext,
): Promise<Subscription> {
  const { payments, renewal, now, gateway } = context;
  const plan = await readPlanRow(tx, row.planId);
  const pending = row.pendingPlanId ? await readPlanRow(tx, row.pendingPlanId) : null;
  const period = row.pendingPeriod === 'YEARLY' ? 'YEARLY' : 'MONTHLY';
  return {
    version: row.version,
    status: row.status,
    allowedCommands: commandsIn(row.status, isPaying(row)),
    plan: planView(plan),
    period: row.period === 'YEARLY' ? 'YEARLY' : 'MONTHLY',
    amountAtRenewal: amountAtRenewal(row, renewal),
    renewsAt: row.renewsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    pending: pending && { planId: pending.id, plan: pending.name, period },
    // A card saved at another gateway does not count.
    paymentMethod: row.gateway === gateway.name ? row.paymentMethod : null,
    payments,
    usage: await readUsage(tx, row, plan, now),
    gateway: { name: gateway.name, isTest: gateway.isTest, publicKey: gateway.publicKey },
  };
}
