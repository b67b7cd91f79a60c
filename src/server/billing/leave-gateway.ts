import { eq } from 'drizzle-orm';
import { subscriptions } from '../db/tables.ts';
import { withPlatform } from '../db/tenant.ts';
import type { Services } from '../services.ts';
import { gatewayOf } from './settle.ts';

/**
 * Ends what the gateway charges an account for, where it does: nobody pays for a plan that staff gave. What the gateway
 * still tells of it is for the log, once the account has left it (`detached`).
 */
export async function leaveGateway(services: Services, accountId: string): Promise<void> {
  const [row] = await withPlatform(services.db, (tx) =>
    tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),
  );
  if (!row?.gatewaySubscriptionId) return;
  await gatewayOf(services, row).endSubscription(`leave ${row.gatewaySubscriptionId}`, row.gatewaySubscriptionId);
}

/** The columns of a subscription that no gateway charges for. */
export const detached = {
  ...{ gatewaySubscriptionId: null, price: 0, pendingPlanId: null, pendingPeriod: null },
  ...{ endsAt: null, cancelCause: null },
};
