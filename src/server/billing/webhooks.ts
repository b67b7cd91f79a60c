import { and, asc, desc, eq, isNotNull, isNull, not } from 'drizzle-orm';
import type { BillingEvent } from '../../shared/billing.ts';
import type { Page } from '../../shared/page.ts';
import type { AuditContext } from '../audit/write-audit.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { isRunning } from '../db/running-until.ts';
import { gatewayEvents, idempotentCalls, subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import type { GatewayEvent, GatewayName } from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/open-gateway.ts';
import { applyGatewayState, readGateway } from './reconcile.ts';

/* An event only says that something changed: we copy the gateway's state in the transaction that stores its id. */

type EventState = 'applied' | 'logged' | 'parked';
/** After the last retry, staff have to handle it. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 720, 1_440];
const MAX_PER_RUN = 50;

type EventOutcome = Pick<typeof gatewayEvents.$inferSelect, 'state' | 'reason' | 'accountId'>;

const isEvent = (gateway: GatewayName, id: string) => and(eq(gatewayEvents.gateway, gateway), eq(gatewayEvents.id, id));

/** False when the event was already processed. */
async function saveEvent(
  tx: Tx,
  gateway: GatewayName,
  event: GatewayEvent,
  { state, reason, accountId }: EventOutcome,
  isReplay: boolean,
): Promise<boolean> {
  const wait = (attempts: number) => {
    const minutes = RETRY_MINUTES[attempts];
    return state === 'parked' && minutes !== undefined ? new Date(Date.now() + minutes * 60_000) : null;
  };
  const values = { type: event.type, accountId, state, reason, payload: { ...event } };
  const made = await tx
    .insert(gatewayEvents)
    .values({ gateway, id: event.id, ...values, nextTryAt: wait(0) })
    .onConflictDoNothing()
    .returning({ id: gatewayEvents.id });
  if (made.length > 0) return true;
  const [known] = await tx.select().from(gatewayEvents).where(isEvent(gateway, event.id)).for('update');
  if (!known || (known.state !== 'parked' && !isReplay)) return false;
  const attempts = known.attempts + 1;
  await tx
    .update(gatewayEvents)
    .set({ ...values, attempts, nextTryAt: wait(attempts) })
    .where(isEvent(gateway, event.id));
  return true;
}

/** And whether the event is about its current subscription. */
async function classifyEvent(
  db: Db,
  gateway: GatewayName,
  { customerId, subscriptionId }: GatewayEvent,
): Promise<EventOutcome> {
  return withPlatform(db, async (tx) => {
    if (!customerId) return { state: 'logged', reason: 'no_customer', accountId: null };
    const [row] = await tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.customerId, customerId), eq(subscriptions.gateway, gateway)));
    if (!row) return { state: 'parked', reason: 'unknown_customer', accountId: null };
    const { accountId } = row;
    if (!subscriptionId || subscriptionId === row.gatewaySubscriptionId)
      return { state: 'applied', reason: null, accountId };
    // The subscription may belong to a call that is still running.
    const [underWay] = await tx
      .select({ key: idempotentCalls.key })
      .from(idempotentCalls)
      .where(and(eq(idempotentCalls.accountId, accountId), isNull(idempotentCalls.status)));
    return underWay
      ? { state: 'parked', reason: 'call_under_way', accountId }
      : { state: 'logged', reason: 'old_subscription', accountId };
  });
}

/** Null when it was processed before. */
async function processEvent(
  services: Services,
  name: GatewayName,
  event: GatewayEvent,
  isReplay = false,
): Promise<EventState | null> {
  for (;;) {
    const classified = await classifyEvent(services.db, name, event);
    const { accountId, state } = classified;
    if (state !== 'applied' || !accountId) {
      const isNew = await withPlatform(services.db, (tx) => saveEvent(tx, name, event, classified, isReplay));
      return isNew ? state : null;
    }
    const reading = await readGateway(services, accountId, event.paymentId ? [event.paymentId] : []);
    const outcome = await withPlatform(services.db, async (tx) => {
      const row = await applyGatewayState(tx, accountId, reading);
      if (!row) return 'again';
      // Stored last: of several concurrent deliveries, the second waits here for the first and then changes nothing.
      return (await saveEvent(tx, name, event, classified, isReplay)) ? ('applied' as const) : null;
    });
    if (outcome !== 'again') return outcome;
  }
}

const isKnown = (db: Db, gateway: GatewayName, id: string): Promise<boolean> =>
  withPlatform(db, async (tx) => {
    const [row] = await tx.select({ state: gatewayEvents.state }).from(gatewayEvents).where(isEvent(gateway, id));
    return row !== undefined && row.state !== 'parked';
  });

/** Throws `ApiError` `bad_signature`, `malformed_request`; `not_found` for a gateway that is not configured. */
export async function receiveWebhook(
  services: Services,
  name: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const gateway = gatewayNamed(services, name);
  const event = gateway.readWebhook(rawBody, headers);
  if (await isKnown(services.db, gateway.name, event.id)) return;
  await processEvent(services, gateway.name, event);
}

const payloadOf = (row: typeof gatewayEvents.$inferSelect) => row.payload as unknown as GatewayEvent;

export async function retryParked(services: Services): Promise<number> {
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select()
      .from(gatewayEvents)
      .where(
        and(
          eq(gatewayEvents.state, 'parked'),
          isNotNull(gatewayEvents.nextTryAt),
          not(isRunning(gatewayEvents.nextTryAt, Math.max(...RETRY_MINUTES) * 60)),
        ),
      )
      .orderBy(asc(gatewayEvents.receivedAt))
      .limit(MAX_PER_RUN),
  );
  let queued = 0;
  for (const row of due) if ((await processEvent(services, row.gateway, payloadOf(row))) !== 'parked') queued += 1;
  return queued;
}

/** Whatever its outcome was. Safe, because the effect is the gateway's current state. */
export async function replayEvent(
  services: Services,
  auditContext: AuditContext,
  gateway: GatewayName,
  id: string,
): Promise<BillingEvent> {
  const { db } = services;
  const [row] = await withPlatform(db, (tx) => tx.select().from(gatewayEvents).where(isEvent(gateway, id)));
  if (!row) throw notFound();
  await processEvent(services, gateway, payloadOf(row), true);
  return withPlatform(db, async (tx) => {
    const [now] = await tx.select().from(gatewayEvents).where(isEvent(gateway, id));
    if (!now) throw notFound();
    await writeAudit(tx, auditContext, 'gateway_event_replayed', {
      subject: id,
      detail: { gateway, state: now.state },
    });
    return eventView(now);
  });
}

const eventView = (row: typeof gatewayEvents.$inferSelect): BillingEvent => ({
  gateway: row.gateway,
  id: row.id,
  type: row.type,
  state: row.state,
  reason: row.reason,
  attempts: row.attempts,
  accountId: row.accountId,
  customerId: payloadOf(row).customerId ?? null,
  receivedAt: row.receivedAt.toISOString(),
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
});

/** Newest first. Throws `ApiError` `not_found`. */
export async function listBillingEvents(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<Page<BillingEvent>> {
  return withPlatform(db, async (tx) => {
    const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
    if (!account) throw notFound();
    const own = eq(gatewayEvents.accountId, accountId);
    const rows = await tx
      .select()
      .from(gatewayEvents)
      .where(own)
      .orderBy(desc(gatewayEvents.receivedAt), desc(gatewayEvents.id))
      .limit(limit)
      .offset((page - 1) * limit);
    return { data: rows.map(eventView), total: await tx.$count(gatewayEvents, own), page, limit };
  });
}

/** Also without a known account; the reason is for staff. */
export const listParked = (db: Db): Promise<BillingEvent[]> =>
  withPlatform(db, async (tx) => {
    const rows = await tx
      .select()
      .from(gatewayEvents)
      .where(eq(gatewayEvents.state, 'parked'))
      .orderBy(desc(gatewayEvents.receivedAt))
      .limit(100);
    return rows.map(eventView);
  });
