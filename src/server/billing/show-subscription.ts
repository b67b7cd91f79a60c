import { eq, sql } from 'drizzle-orm';
import type { OpenPayment, Subscription } from '../../shared/billing.ts';
import { creditBalances } from '../db/schema/billing.ts';
import type { Tx } from '../db/tenant.ts';
import { addMonths } from '../runtime/calendar.ts';
import type { Gateway, GatewaySubscription } from './gateways/gateway.ts';
import { commandsIn } from './lifecycle.ts';
import { isPaying, type PlanRow, planView, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

const DAY_MS = 86_400_000;
/** No forecast before this much of the period has passed. */
const FORECAST_AFTER_MS = DAY_MS;

/** Credits that answers have used in this period, of the period's own and in total, in thousandths. */
async function readUsedCredits(tx: Tx, { accountId, periodStart }: SubscriptionRow) {
  const { rows } = await tx.execute<{ of_period: number; of_all: number }>(sql`
    select coalesce(sum(e.lasting - e.amount), 0)::int as of_period, coalesce(-sum(e.amount), 0)::int as of_all
    from credit_entries e
    where e.account_id = ${accountId} and e.cause like 'answer:%' and e.created_at >= ${periodStart.toISOString()}::timestamptz`);
  return { ofPeriod: rows[0]?.of_period ?? 0, ofAll: rows[0]?.of_all ?? 0 };
}

/**
 * Estimates when the credits run out at the average rate so far. Returns null when they last until the renewal, or when
 * it is too early to tell.
 */
export function forecast(
  { left, used, since, until }: { left: number; used: number; since: Date; until: Date },
  now: Date,
): Date | null {
  const passed = now.getTime() - since.getTime();
  if (used <= 0 || passed < FORECAST_AFTER_MS) return null;
  const end = new Date(now.getTime() + (left / used) * passed);
  return end < until ? end : null;
}

async function readUsage(tx: Tx, row: SubscriptionRow, plan: PlanRow, now: Date): Promise<Subscription['usage']> {
  const { accountId, periodStart, renewsAt } = row;
  const [balance] = await tx.select().from(creditBalances).where(eq(creditBalances.accountId, accountId));
  const { ofPeriod, ofAll } = await readUsedCredits(tx, row);
  const granted = balance?.granted ?? plan.credits;
  const left = balance ? balance.monthly + balance.lasting : Math.max(0, granted - ofPeriod);
  const month = addMonths(periodStart, 1);
  const until = month < renewsAt ? month : renewsAt;
  const endsOn = forecast({ left, used: ofAll, since: periodStart, until }, now);
  return { credits: granted / 1_000, used: ofPeriod / 1_000, endsOn: endsOn?.toISOString() ?? null };
}

interface SubscriptionContext {
  payments: OpenPayment[];
  /** The gateway's state, if any. It determines what will be charged. */
  renewal: GatewaySubscription | null;
  now: Date;
  gateway: Gateway;
}

function amountAtRenewal(row: SubscriptionRow, renewal: GatewaySubscription | null): number {
  if (!isPaying(row) || row.endsAt || renewal?.cancelAt) return 0;
  return renewal?.scheduled?.amount ?? renewal?.item.amount ?? row.price;
}

/** Converts a subscription for its owner. */
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
    may: commandsIn(row.status, isPaying(row)),
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
