import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import { withPlatform } from '../db/tenant.ts';
import { addMonths } from '../runtime/calendar.ts';
import type { Services } from '../runtime/services.ts';
import { saveRow } from './apply-state.ts';
import { startPeriod } from './balance.ts';
import { deliverEvents, runDue } from './gateways/sandbox/clock.ts';
import { endAbandonedCalls, sweepIdempotentCalls } from './idempotent-calls.ts';
import { applyGatewayState, gatewayOf, readBillingContext, readGateway } from './reconcile.ts';
import { lockSubscription, readPlanRow, type SubscriptionRow } from './subscription-row.ts';
import { receiveWebhook, retryParked } from './webhooks.ts';

/** Through the same code as webhooks from outside. Returns the number of events. */
export const deliverSandboxEvents = (services: Services): Promise<number> =>
  deliverEvents(services.db, services.key, (body, headers) => receiveWebhook(services, 'sandbox', body, headers));

/** Also processes the resulting events. Returns the number of objects that were due. */
export async function runSandbox(services: Services): Promise<number> {
  const done = await runDue(services.db);
  await deliverSandboxEvents(services);
  return done;
}

/**
 * Free plans and plans given by staff, except of staff and of accounts scheduled for deletion. Returns their number.
 */
export async function renewUncharged(services: Services): Promise<number> {
  const { now } = await readBillingContext(services);
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
      .where(
        and(
          isNull(subscriptions.gatewaySubscriptionId),
          lte(subscriptions.renewsAt, now),
          isNull(accounts.deletesAt),
          eq(accounts.isStaff, false),
        ),
      ),
  );
  for (const { accountId } of due) await renewOne(services, accountId, now);
  return due.length;
}

function renewOne(services: Services, accountId: string, now: Date): Promise<void> {
  return withPlatform(services.db, async (tx) => {
    const row = await lockSubscription(tx, accountId);
    if (row.gatewaySubscriptionId || row.renewsAt > now) return;
    // After a long downtime, start the current period directly. Missed periods grant nothing.
    let months = 1;
    while (addMonths(row.renewsAt, months) <= now) months += 1;
    const periodStart = addMonths(row.renewsAt, months - 1);
    const plan = await readPlanRow(tx, row.planId);
    const cause = `period:${periodStart.toISOString()}`;
    await startPeriod(tx, accountId, { credits: plan.credits, periodStart, cause });
    await saveRow(tx, row, { ...row, periodStart, renewsAt: addMonths(row.renewsAt, months) });
  });
}

/** Within a paid year, because credits are granted monthly. Returns the number of accounts. */
export async function startMonths(services: Services): Promise<number> {
  const { now } = await readBillingContext(services);
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.period, 'YEARLY'),
          isNotNull(subscriptions.gatewaySubscriptionId),
          lte(subscriptions.periodStart, addMonths(now, -1)),
          sql`${subscriptions.renewsAt} > ${now.toISOString()}`,
        ),
      ),
  );
  for (const { accountId } of due) {
    await withPlatform(services.db, async (tx) => {
      const row = await lockSubscription(tx, accountId);
      const periodStart = monthOfYear(row, now);
      if (!row.gatewaySubscriptionId || row.period !== 'YEARLY' || periodStart <= row.periodStart) return;
      const plan = await readPlanRow(tx, row.planId);
      const cause = `month:${periodStart.toISOString()}`;
      await startPeriod(tx, accountId, { credits: plan.credits, periodStart, cause });
      await saveRow(tx, row, { ...row, periodStart });
    });
  }
  return due.length;
}

function monthOfYear({ renewsAt }: SubscriptionRow, now: Date): Date {
  const anchor = addMonths(renewsAt, -12);
  let month = 0;
  while (month < 11 && addMonths(anchor, month + 1) <= now) month += 1;
  return addMonths(anchor, month);
}

/** Cancels for accounts that leave, reactivates when the owner changes their mind. Returns the number. */
export async function syncDeletions(services: Services): Promise<number> {
  const rows = await withPlatform(services.db, (tx) =>
    tx
      .select({ row: subscriptions, deletesAt: accounts.deletesAt })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
      .where(
        and(
          isNotNull(subscriptions.gatewaySubscriptionId),
          sql`(${accounts.deletesAt} is not null and ${subscriptions.endsAt} is null
            or ${accounts.deletesAt} is null and ${subscriptions.cancelCause} = 'deletion')`,
        ),
      ),
  );
  for (const { row, deletesAt } of rows) await syncDeletion(services, row, deletesAt !== null);
  return rows.length;
}

async function syncDeletion(services: Services, row: SubscriptionRow, isLeaving: boolean): Promise<void> {
  const { accountId, gatewaySubscriptionId: id } = row;
  if (!id) return;
  const key = `deletion ${id} ${row.version}`;
  const gateway = gatewayOf(services, row);
  // A failed payment will not be paid any more, so end the subscription now.
  if (isLeaving && row.status === 'FAILURE_PAYMENT') await gateway.endSubscription(key, id);
  else await gateway.setCancelled(key, id, isLeaving);
  for (;;) {
    const reading = await readGateway(services, accountId);
    const isApplied = await withPlatform(services.db, async (tx) => {
      const applied = await applyGatewayState(tx, accountId, reading);
      if (applied?.endsAt && isLeaving) {
        await tx.update(subscriptions).set({ cancelCause: 'deletion' }).where(eq(subscriptions.accountId, accountId));
      }
      return applied !== null;
    });
    if (isApplied) return;
  }
}

export const billingTasks = (services: Services, { isStart = false } = {}): Record<string, () => Promise<unknown>> => ({
  'calls of dead processes ended': () =>
    // The embedded database has only one process, so every open call at the start was left by a dead one.
    endAbandonedCalls(services, isStart && services.db.kind === 'embedded' ? 0 : undefined),
  'account deletions sent to the gateway': () => syncDeletions(services),
  'sandbox gateway advanced': () => runSandbox(services),
  'parked gateway events applied': () => retryParked(services),
  'plans without a charge renewed': () => renewUncharged(services),
  'months of yearly plans started': () => startMonths(services),
  'old idempotent answers deleted': () => sweepIdempotentCalls(services.db),
});
