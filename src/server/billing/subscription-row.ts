import { and, asc, eq } from 'drizzle-orm';
import type { Plan } from '../../shared/plans.ts';
import { plans, subscriptions } from '../db/schema/billing.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import { addMonths } from '../runtime/calendar.ts';
import { isUpgrade, type PlanItem, prorateAmount } from './proration.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type PlanRow = typeof plans.$inferSelect;

/** So that concurrent changes run one after the other. Lock it before the credit balance. */
export async function lockSubscription(tx: Tx, accountId: string): Promise<SubscriptionRow> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)).for('update');
  if (!row) throw notFound();
  return row;
}

export async function readPlanRow(tx: Tx, id: string): Promise<PlanRow> {
  const [row] = await tx.select().from(plans).where(eq(plans.id, id));
  if (!row) throw notFound();
  return row;
}

export async function readFreePlan(tx: Tx): Promise<PlanRow> {
  const [row] = await tx.select().from(plans).orderBy(asc(plans.monthlyPrice), asc(plans.rank), asc(plans.id)).limit(1);
  if (!row) throw notFound();
  return row;
}

/** Throws `ApiError` `not_found`. */
export async function readOfferedPlan(tx: Tx, id: string): Promise<PlanRow> {
  const [row] = await tx
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), eq(plans.isOffered, true)));
  if (!row) throw notFound();
  return row;
}

export const itemOf = (row: PlanRow, period: PlanItem['period']): PlanItem => ({
  planId: row.id,
  text: row.name,
  period,
  amount: period === 'YEARLY' ? row.yearlyPrice : row.monthlyPrice,
});

export const currentItem = (row: SubscriptionRow, plan: PlanRow): PlanItem => ({
  planId: plan.id,
  text: plan.name,
  period: row.period === 'YEARLY' ? 'YEARLY' : 'MONTHLY',
  amount: row.price,
});

/** Free plans and plans given by staff have no subscription at a gateway. */
export const isPaying = (row: SubscriptionRow): boolean => row.gatewaySubscriptionId !== null;

type ChangeKind = 'checkout' | 'upgrade' | 'downgrade' | 'none';

/** Accounts move to the free plan by cancelling. */
export function kindOfChange(row: SubscriptionRow, from: PlanRow, into: PlanRow, item: PlanItem): ChangeKind {
  if (!isPaying(row)) return item.amount === 0 ? 'none' : 'checkout';
  const own = currentItem(row, from);
  if (item.planId === own.planId && item.period === own.period) return 'none';
  const isUp = isUpgrade({ ...own, rank: from.rank }, { ...item, rank: into.rank });
  return isUp ? 'upgrade' : 'downgrade';
}

/** For the rest of the running month: thousandths, rounded up to whole credits. */
export function proratedCredits({ periodStart }: SubscriptionRow, from: PlanRow, into: PlanRow, at: Date): number {
  const month = { start: periodStart, end: addMonths(periodStart, 1) };
  const share = prorateAmount(Math.max(0, into.credits - from.credits), month, at);
  return Math.ceil(share / 1_000) * 1_000;
}

export const planView = (row: PlanRow): Plan => ({
  id: row.id,
  name: row.name,
  rank: row.rank,
  monthlyPrice: row.monthlyPrice,
  yearlyPrice: row.yearlyPrice,
  yearlySaving: Math.max(0, row.monthlyPrice * 12 - row.yearlyPrice),
  credits: row.credits / 1_000,
  itemLimit: row.itemLimit,
  contextLimit: row.contextLimit,
  userLimit: row.userLimit,
  flags: row.flags,
});
