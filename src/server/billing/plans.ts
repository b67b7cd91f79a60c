import { sql } from 'drizzle-orm';
import type { SessionPlan } from '../../shared/session.ts';
import { plans } from '../db/tables.ts';
import { type Db, readTenant, type Tenant, withPlatform } from '../db/tenant.ts';
import { notFound } from '../refusal.ts';

/** The plans that a new platform starts with: prices in centavos, credits in thousandths. */
const SEEDED: (typeof plans.$inferInsert)[] = [
  { id: 'free', name: 'Grátis', rank: 0, monthlyPrice: 0, yearlyPrice: 0, credits: 40_000, itemLimit: 50, flags: [] },
  {
    id: 'essential',
    name: 'Essencial',
    rank: 1,
    monthlyPrice: 9_900,
    yearlyPrice: 99_000,
    credits: 400_000,
    itemLimit: 300,
    flags: [],
  },
  {
    id: 'professional',
    name: 'Profissional',
    rank: 2,
    monthlyPrice: 24_900,
    yearlyPrice: 249_000,
    credits: 1_500_000,
    itemLimit: 1_000,
    flags: ['customizeWidget', 'interactionsFeedback'],
  },
  {
    id: 'business',
    name: 'Empresarial',
    rank: 3,
    monthlyPrice: 69_900,
    yearlyPrice: 699_000,
    credits: 6_000_000,
    itemLimit: 5_000,
    flags: ['customizeWidget', 'limitPerContext', 'interactionsFeedback'],
  },
];

/** Puts the first plans in place; those that exist stay as staff left them. */
export async function seedPlans(db: Db): Promise<void> {
  await withPlatform(db, (tx) => tx.insert(plans).values(SEEDED).onConflictDoNothing());
}

interface PlanRow {
  name: string;
  status: SessionPlan['status'];
  period: SessionPlan['period'];
  monthlyPrice: number;
  yearlyPrice: number;
  credits: number;
  used: string;
  renewsAt: Date;
  hasHigherPlan: boolean;
  itemLimit: number;
  flags: SessionPlan['flags'];
}

async function readPlanRow(db: Db, { accountId, ...rest }: Tenant): Promise<PlanRow> {
  const [row] = await readTenant<PlanRow>(
    db,
    { accountId, ...rest },
    sql`select p.name, s.status, s.period, p.monthly_price as "monthlyPrice", p.yearly_price as "yearlyPrice",
          p.credits, p.flags, p.item_limit as "itemLimit", s.renews_at as "renewsAt",
          (select coalesce(-sum(e.amount), 0) from credit_entries e
            where e.account_id = s.account_id and e.amount < 0 and e.created_at >= s.period_start) as used,
          exists (select 1 from plans h where h.monthly_price > p.monthly_price) as "hasHigherPlan"
        from subscriptions s join plans p on p.id = s.plan_id where s.account_id = ${accountId}`,
  );
  if (!row) throw notFound();
  return row;
}

/** The plan of an account and what it has used of it. */
export async function readPlan(db: Db, tenant: Tenant): Promise<SessionPlan> {
  const row = await readPlanRow(db, tenant);
  return {
    name: row.name,
    status: row.status,
    price: row.period === 'YEARLY' ? row.yearlyPrice : row.monthlyPrice,
    period: row.period,
    credits: row.credits / 1_000,
    creditsUsed: Number(row.used) / 1_000,
    renewsIn: row.renewsAt.toISOString(),
    failedPayment: row.status === 'FAILURE_PAYMENT',
    hasHigherPlan: row.hasHigherPlan,
    flags: row.flags,
  };
}

/** How many pages a site capture of this account may keep. */
export const readItemLimit = async (db: Db, tenant: Tenant): Promise<number> =>
  (await readPlanRow(db, tenant)).itemLimit;
