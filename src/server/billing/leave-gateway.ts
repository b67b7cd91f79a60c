import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import { plans, subscriptions } from '../db/schema/billing.ts';
import { withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { GatewayError } from './gateways/gateway.ts';
import { gatewayOf } from './reconcile.ts';
import { itemOf, type SubscriptionRow } from './subscription-row.ts';

async function readSubscriptionRow(services: Services, accountId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await withPlatform(services.db, (tx) =>
    tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),
  );
  return row;
}

/**
 * From the next renewal on; a free plan ends the subscription then. Nothing to do if no gateway charges or it is
 * cancelled. Throws `ApiError` `subscription_state` while a payment waits for the customer, `conflict` when the gateway
 * refuses.
 */
export async function scheduleStaffPlan(
  services: Services,
  accountId: string,
  to: { planId: string; period?: PlanPeriod },
): Promise<void> {
  const row = await readSubscriptionRow(services, accountId);
  if (!row?.gatewaySubscriptionId || row.endsAt) return;
  if (row.status === 'PENDING_PAYMENT') throw new ApiError('subscription_state');
  const [plan] = await withPlatform(services.db, (tx) => tx.select().from(plans).where(eq(plans.id, to.planId)));
  // The caller reports an unknown plan.
  if (!plan) return;
  const item = itemOf(plan, to.period ?? (row.period === 'YEARLY' ? 'YEARLY' : 'MONTHLY'));
  const gateway = gatewayOf(services, row);
  const key = `staff ${accountId} ${randomUUID()}`;
  try {
    if (item.amount === 0) await gateway.setCancelled(key, row.gatewaySubscriptionId, true);
    else await gateway.scheduleChange(key, row.gatewaySubscriptionId, item);
  } catch (error) {
    throw error instanceof GatewayError ? new ApiError('conflict') : error;
  }
}

/** Plans given by staff are free. Later events are only logged, once the row has `detachedColumns`. */
export async function leaveGateway(services: Services, accountId: string): Promise<void> {
  const row = await readSubscriptionRow(services, accountId);
  if (!row?.gatewaySubscriptionId) return;
  await gatewayOf(services, row).endSubscription(`leave ${row.gatewaySubscriptionId}`, row.gatewaySubscriptionId);
}

export const detachedColumns = {
  gatewaySubscriptionId: null,
  price: 0,
  pendingPlanId: null,
  pendingPeriod: null,
  endsAt: null,
  cancelCause: null,
};
