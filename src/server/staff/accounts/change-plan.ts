import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { planChangeBody } from '../../../shared/staff.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { setPeriodCredits } from '../../billing/balance.ts';
import { detachedColumns } from '../../billing/leave-gateway.ts';
import { isPaying, itemOf } from '../../billing/subscription-row.ts';
import { plans, subscriptions } from '../../db/schema/billing.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { invalidValue } from '../../runtime/field-errors.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';
import { requireCustomer } from './accounts.ts';

/** Throws `ApiError` `invalid_input` on `field`. */
export async function findPlan(tx: Tx, id: string, field: string) {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, id));
  if (plan) return plan;
  throw invalidValue(field);
}

/**
 * At once, regardless of payments: the period goes on with the new plan's credits minus those used, and a gateway's
 * subscription renews with it. `ignoreWebhook` detaches from the gateway; later events are only logged. Throws
 * `ApiError` `not_found` for an unknown or staff account, and `invalid_input` for an unknown plan.
 */
export async function changePlan(
  db: Db,
  member: StaffMember,
  accountId: string,
  { planId, period, ignoreWebhook, reason }: z.infer<typeof planChangeBody>,
): Promise<void> {
  await withPlatform(db, async (tx) => {
    await requireCustomer(tx, accountId);
    const plan = await findPlan(tx, planId, 'planId');
    const [before] = await tx
      .select({ planId: plans.id, plan: plans.name, row: subscriptions })
      .from(subscriptions)
      .innerJoin(plans, eq(plans.id, subscriptions.planId))
      .where(eq(subscriptions.accountId, accountId))
      .for('update', { of: subscriptions });
    const paidBy = period ?? (before?.row.period === 'YEARLY' ? 'YEARLY' : 'MONTHLY');
    const changed = {
      version: sql`${subscriptions.version} + 1`,
      gatewayReads: sql`${subscriptions.gatewayReads} + 1`,
      // The price of the gateway's renewals; 0 without a gateway subscription.
      price: before && isPaying(before.row) ? itemOf(plan, paidBy).amount : 0,
      pendingPlanId: null,
      pendingPeriod: null,
    };
    await tx
      .insert(subscriptions)
      .values({
        accountId,
        planId,
        period: period ?? 'MONTHLY',
        status: 'ACTIVE',
        periodStart: sql`now()`,
        renewsAt: sql`now() + interval '1 month'`,
      })
      .onConflictDoUpdate({
        target: subscriptions.accountId,
        set: { planId, status: 'ACTIVE', period, ...changed, ...(ignoreWebhook && detachedColumns) },
      });
    await setPeriodCredits(tx, accountId, { credits: plan.credits, cause: `plan:${uuidv7()}` });
    await writeAudit(tx, await auditContextIn(tx, accountId, member), 'plan_changed', {
      subject: plan.name,
      detail: {
        before: before ? { planId: before.planId, plan: before.plan, status: before.row.status } : null,
        after: { planId, plan: plan.name, status: 'ACTIVE', ...(period && { period }) },
        ignoreWebhook,
        reason,
      },
    });
  });
}
