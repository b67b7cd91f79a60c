import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import { tenant, withPlatform } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { startPeriod } from './balance.ts';
import { addMonths } from '../runtime/calendar.ts';
import { gatewayOf, readGateway, readMoment, applyGatewayState } from './reconcile.ts';
import { doDue, tellEvents } from './gateways/sandbox/time.ts';
import { endAbandonedCalls, sweepCalls } from './money-calls.ts';
import { keepRow } from './take-over.ts';
import { lockSubscription, readPlanRow, type SubscriptionRow } from './subscription-row.ts';
import { receiveWebhook, retryParked } from './webhooks.ts';

/** Has the gateway for trials tell us what has happened there, by the door that any other knocks at. */
export const hearSandbox = ({ db, key, ...rest }: Services): Promise<number> =>
  tellEvents(db, key, (body, headers) => receiveWebhook({ db, key, ...rest }, 'sandbox', body, headers));

/** Lets the gateway for trials do what is due by its clock, and hears of it. Answers how many things. */
export async function runSandbox(services: Services): Promise<number> {
  const done = await doDue(services.db);
  await hearSandbox(services);
  return done;
}

/**
 * Renews what nobody is charged for: a free plan, or one that staff gave. Not of an account that is to be erased, nor of
 * staff. Answers how many.
 */
export async function renewUncharged(services: Services): Promise<number> {
  const { now } = await readMoment(services);
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
      .where(
        and(
          ...[isNull(subscriptions.gatewaySubscriptionId), lte(subscriptions.renewsAt, now)],
          ...[isNull(accounts.deletesAt), eq(accounts.isStaff, false)],
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
    // After a long sleep the period that runs now begins: those that nobody saw give nothing.
    let months = 1;
    while (addMonths(row.renewsAt, months) <= now) months += 1;
    const periodStart = addMonths(row.renewsAt, months - 1);
    const plan = await readPlanRow(tx, row.planId);
    const cause = `period:${periodStart.toISOString()}`;
    await startPeriod(tx, accountId, { credits: plan.credits, periodStart, cause });
    await keepRow(tx, row, { ...row, periodStart, renewsAt: addMonths(row.renewsAt, months) });
  });
}

/** Begins the months within a paid year: its credits come month by month. Answers how many. */
export async function beginMonths(services: Services): Promise<number> {
  const { now } = await readMoment(services);
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .where(
        and(
          ...[eq(subscriptions.period, 'YEARLY'), isNotNull(subscriptions.gatewaySubscriptionId)],
          ...[
            lte(subscriptions.periodStart, addMonths(now, -1)),
            sql`${subscriptions.renewsAt} > ${now.toISOString()}`,
          ],
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
      await keepRow(tx, row, { ...row, periodStart });
    });
  }
  return due.length;
}

/** The start of the running month of a paid year, counted from its first day. */
function monthOfYear({ renewsAt }: SubscriptionRow, now: Date): Date {
  const anchor = addMonths(renewsAt, -12);
  let month = 0;
  while (month < 11 && addMonths(anchor, month + 1) <= now) month += 1;
  return addMonths(anchor, month);
}

/**
 * An account that is to be erased is charged no more; when its owner takes the wish back, so do we. Answers how many
 * subscriptions were told.
 */
export async function followDeletions(services: Services): Promise<number> {
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
  for (const { row, deletesAt } of rows) await tellOfDeletion(services, row, deletesAt !== null);
  return rows.length;
}

async function tellOfDeletion(services: Services, row: SubscriptionRow, isLeaving: boolean): Promise<void> {
  const { accountId, gatewaySubscriptionId: id } = row;
  if (!id) return;
  const key = `deletion ${id} ${row.version}`;
  const gateway = gatewayOf(services, row);
  // What failed is let go at once: nobody will pay it.
  if (isLeaving && row.status === 'FAILURE_PAYMENT') await gateway.endSubscription(key, id);
  else await gateway.setCancelled(key, id, isLeaving);
  for (;;) {
    const reading = await readGateway(services, accountId);
    const isTaken = await withPlatform(services.db, async (tx) => {
      const taken = await applyGatewayState(tx, accountId, reading);
      if (taken?.endsAt && isLeaving) {
        await tx.update(subscriptions).set({ cancelCause: 'deletion' }).where(eq(subscriptions.accountId, accountId));
      }
      return taken !== null;
    });
    if (isTaken) return;
  }
}

/** What billing does each minute, by what is said of it when it did something. */
export const billingUpkeep = (
  services: Services,
  { isStart = false } = {},
): Record<string, () => Promise<unknown>> => ({
  'calls that a dead process left were ended': () =>
    // On the embedded database no other process can be at work: at the start all of them are left.
    endAbandonedCalls(services, (id) => tenant(id, 'all'), isStart && services.db.kind === 'embedded' ? 0 : undefined),
  'subscriptions of leaving accounts were told': () => followDeletions(services),
  'the gateway for trials did what was due': () => runSandbox(services),
  'parked events found their place': () => retryParked(services),
  'uncharged plans were renewed': () => renewUncharged(services),
  'months of paid years were begun': () => beginMonths(services),
  'old answers were forgotten': () => sweepCalls(services.db),
});
