import { sql } from 'drizzle-orm';
import { EMBEDDED_MODEL_ID } from '../../shared/models.ts';
import type { SessionPlan } from '../../shared/session.ts';
import { creditPacks, plans } from '../db/schema/billing.ts';
import { type Db, readTenant, type Tenant, withPlatform } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';

/** Of a new installation. Prices in centavos, credits in thousandths. */
const SEED_PLANS: (typeof plans.$inferInsert)[] = [
  {
    id: 'free',
    name: 'Grátis',
    rank: 0,
    monthlyPrice: 0,
    yearlyPrice: 0,
    credits: 40_000,
    itemLimit: 50,
    contextLimit: 3,
    userLimit: 2,
    flags: [],
  },
  {
    id: 'essential',
    name: 'Essencial',
    rank: 1,
    monthlyPrice: 9_900,
    yearlyPrice: 99_000,
    credits: 400_000,
    itemLimit: 300,
    contextLimit: 10,
    userLimit: 5,
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
    contextLimit: 50,
    userLimit: 20,
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
    contextLimit: 500,
    userLimit: 200,
    flags: ['customizeWidget', 'limitPerContext', 'interactionsFeedback'],
  },
];

const SEED_PACKS: (typeof creditPacks.$inferInsert)[] = [
  { id: 'credits-500', name: '500 créditos', price: 14_900, credits: 500_000 },
  { id: 'credits-2000', name: '2.000 créditos', price: 49_900, credits: 2_000_000 },
];

export async function seedPlans(db: Db): Promise<void> {
  await withPlatform(db, async (tx) => {
    await tx.insert(plans).values(SEED_PLANS).onConflictDoNothing();
    await tx.insert(creditPacks).values(SEED_PACKS).onConflictDoNothing();
  });
}

interface AccountPlanRow {
  name: string;
  status: SessionPlan['status'];
  period: SessionPlan['period'];
  monthlyPrice: number;
  yearlyPrice: number;
  credits: number;
  used: number;
  lasting: number;
  renewsAt: Date;
  hasHigherPlan: boolean;
  hasModel: boolean;
  flags: SessionPlan['flags'];
}

export async function readPlan(db: Db, tenant: Tenant): Promise<SessionPlan> {
  const [row] = await readTenant<AccountPlanRow>(
    db,
    tenant,
    sql`select p.name, s.status, s.period, p.flags, s.renews_at as "renewsAt",
          case when s.gateway_subscription_id is null then p.monthly_price else s.price end as "monthlyPrice",
          case when s.gateway_subscription_id is null then p.yearly_price else s.price end as "yearlyPrice",
          coalesce(b.granted, p.credits) as credits, coalesce(b.lasting, 0) as lasting,
          coalesce(b.granted - b.monthly, 0) as used,
          exists (select 1 from plans h where h.monthly_price > p.monthly_price and h.is_offered) as "hasHigherPlan",
          coalesce(p.model_id <> ${EMBEDDED_MODEL_ID}, false) as "hasModel"
        from subscriptions s join plans p on p.id = s.plan_id
          left join credit_balances b on b.account_id = s.account_id
        where s.account_id = ${tenant.accountId}`,
  );
  if (!row) throw notFound();
  return {
    name: row.name,
    status: row.status,
    price: row.period === 'YEARLY' ? row.yearlyPrice : row.monthlyPrice,
    period: row.period,
    credits: row.credits / 1_000,
    creditsUsed: row.used / 1_000,
    creditsLasting: row.lasting / 1_000,
    renewsIn: row.renewsAt.toISOString(),
    failedPayment: row.status === 'FAILURE_PAYMENT',
    hasHigherPlan: row.hasHigherPlan,
    hasModel: row.hasModel,
    flags: row.flags,
  };
}

/** How many contents the plan allows, and how many more there may be. Throws `ApiError` `not_found`. */
export async function readItemRoom(db: Db, tenant: Tenant): Promise<{ limit: number; room: number }> {
  const [row] = await readTenant<{ limit: number; room: number }>(
    db,
    tenant,
    sql`select p.item_limit as limit, greatest(0, p.item_limit - (
            select count(*) from contents where account_id = s.account_id))::int as room
        from subscriptions s join plans p on p.id = s.plan_id where s.account_id = ${tenant.accountId}`,
  );
  if (!row) throw notFound();
  return row;
}
