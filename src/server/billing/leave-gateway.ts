import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import { plans, subscriptions } from '../db/schema/billing.ts';
import { withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { GatewayRefusal } from './gateways/gateway.ts';
import { gatewayOf } from './reconcile.ts';
import { itemOf, type SubscriptionRow } from './subscription-row.ts';

async function readPaying(services: Services, accountId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await withPlatform(services.db, (tx) =>
    tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),
  );
  return row;
}

/**
 * Has the gateway charge from the next renewal on for the plan that staff put an account on, where it charges at all:
 * nothing more for one that is free. What was cancelled stays so.
 * @throws ApiError `subscription_state` while a payment waits for its customer, `conflict` when the gateway refuses.
 */
export async function renewAs(
  services: Services,
  accountId: string,
  to: { planId: string; period?: PlanPeriod },
): Promise<void> {
  const row = await readPaying(services, accountId);
  if (!row?.gatewaySubscriptionId || row.endsAt) return;
  if (row.status === 'PENDING_PAYMENT') throw new ApiError('subscription_state');
  const [plan] = await withPlatform(services.db, (tx) => tx.select().from(plans).where(eq(plans.id, to.planId)));
  // That there is no such plan is said by whoever changes it.
  if (!plan) return;
  const item = itemOf(plan, to.period ?? (row.period === 'YEARLY' ? 'YEARLY' : 'MONTHLY'));
  const gateway = gatewayOf(services, row);
  const key = `staff ${accountId} ${randomUUID()}`;
  try {
    if (item.amount === 0) await gateway.setCancelled(key, row.gatewaySubscriptionId, true);
    else await gateway.scheduleChange(key, row.gatewaySubscriptionId, item);
  } catch (error) {
    throw error instanceof GatewayRefusal ? new ApiError('conflict') : error;
  }
}

/**
 * Ends what the gateway charges an account for, where it does: nobody pays for a plan that staff gave. What the gateway
 * still tells of it is for the log, once the account has left it (`detached`).
 */
export async function leaveGateway(services: Services, accountId: string): Promise<void> {
  const row = await readPaying(services, accountId);
  if (!row?.gatewaySubscriptionId) return;
  await gatewayOf(services, row).endSubscription(`leave ${row.gatewaySubscriptionId}`, row.gatewaySubscriptionId);
}

/** The columns of a subscription that no gateway charges for. */
export const detached = {
  ...{ gatewaySubscriptionId: null, price: 0, pendingPlanId: null, pendingPeriod: null },
  ...{ endsAt: null, cancelCause: null },
};
