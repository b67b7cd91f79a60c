import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { BillingEvent } from '../../shared/billing.ts';
import type { AuditContext } from '../audit/write-audit.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { gatewayEvents, idempotentCalls, subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import type { GatewayEvent, GatewayName } from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/open-gateway.ts';
import { readGateway, applyGatewayState } from './reconcile.ts';

/*
 * What gateways tell us. An event says only that something happened: its effect is the gateway's present state, taken over
 * in the transaction that keeps the event's id.
 */

type EventState = 'applied' | 'logged' | 'parked';
/** Minutes until a parked event is tried again; after the last it waits for staff. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 720, 1_440];
const AT_ONE_GO = 50;

interface Verdict {
  state: EventState;
  reason: string | null;
  accountId: string | null;
}

const at = (gateway: GatewayName, id: string) => and(eq(gatewayEvents.gateway, gateway), eq(gatewayEvents.id, id));

/** Keeps an event with what became of it, once: false when it was known, and done with, before. */
async function keepEvent(
  tx: Tx,
  gateway: GatewayName,
  event: GatewayEvent,
  { state, reason, accountId }: Verdict,
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
  const [known] = await tx.select().from(gatewayEvents).where(at(gateway, event.id)).for('update');
  if (!known || (known.state !== 'parked' && !isReplay)) return false;
  const attempts = known.attempts + 1;
  await tx
    .update(gatewayEvents)
    .set({ ...values, attempts, nextTryAt: wait(attempts) })
    .where(at(gateway, event.id));
  return true;
}

/** Of whom an event tells, and whether it is of what he has now. */
async function findSubject(
  db: Db,
  gateway: GatewayName,
  { customerId, subscriptionId }: GatewayEvent,
): Promise<Verdict> {
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
    // A call that has not ended may be the one that makes this subscription ours.
    const [underWay] = await tx
      .select({ key: idempotentCalls.key })
      .from(idempotentCalls)
      .where(and(eq(idempotentCalls.accountId, accountId), isNull(idempotentCalls.status)));
    return underWay
      ? { state: 'parked', reason: 'call_under_way', accountId }
      : { state: 'logged', reason: 'old_subscription', accountId };
  });
}

/** Takes an event: once, whatever it is told how often. Answers what became of it, null when it was known. */
async function takeEvent(
  services: Services,
  name: GatewayName,
  event: GatewayEvent,
  isReplay = false,
): Promise<EventState | null> {
  for (;;) {
    const verdict = await findSubject(services.db, name, event);
    const { accountId, state } = verdict;
    if (state !== 'applied' || !accountId) {
      const isNew = await withPlatform(services.db, (tx) => keepEvent(tx, name, event, verdict, isReplay));
      return isNew ? state : null;
    }
    const reading = await readGateway(services, accountId, event.paymentId ? [event.paymentId] : []);
    const taken = await withPlatform(services.db, async (tx) => {
      const row = await applyGatewayState(tx, accountId, reading);
      if (!row) return 'again';
      // Last, so that of many at once the second waits for the first: what it took over again changed nothing.
      return (await keepEvent(tx, name, event, verdict, isReplay)) ? ('applied' as const) : null;
    });
    if (taken !== 'again') return taken;
  }
}

const isKnown = (db: Db, gateway: GatewayName, id: string): Promise<boolean> =>
  withPlatform(db, async (tx) => {
    const [row] = await tx.select({ state: gatewayEvents.state }).from(gatewayEvents).where(at(gateway, id));
    return row !== undefined && row.state !== 'parked';
  });

/**
 * The door of a gateway's webhook.
 * @throws ApiError `bad_signature`, `malformed_request`; `not_found` for a gateway that is not set up.
 */
export async function receiveWebhook(
  services: Services,
  name: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const gateway = gatewayNamed(services, name);
  const event = gateway.readWebhook(rawBody, headers);
  if (await isKnown(services.db, gateway.name, event.id)) return;
  await takeEvent(services, gateway.name, event);
}

const payloadOf = (row: typeof gatewayEvents.$inferSelect) => row.payload as unknown as GatewayEvent;

/** Tries again what was parked and is due. Answers how many found their place. */
export async function retryParked(services: Services): Promise<number> {
  const due = await withPlatform(services.db, (tx) =>
    tx
      .select()
      .from(gatewayEvents)
      .where(and(eq(gatewayEvents.state, 'parked'), lte(gatewayEvents.nextTryAt, sql`now()`)))
      .orderBy(asc(gatewayEvents.receivedAt))
      .limit(AT_ONE_GO),
  );
  let placed = 0;
  for (const row of due) if ((await takeEvent(services, row.gateway, payloadOf(row))) !== 'parked') placed += 1;
  return placed;
}

/** Takes an event once more, whatever became of it: what it leads to is the gateway's present state. */
export async function replayEvent(
  services: Services,
  trace: AuditContext,
  gateway: GatewayName,
  id: string,
): Promise<BillingEvent> {
  const { db } = services;
  const [row] = await withPlatform(db, (tx) => tx.select().from(gatewayEvents).where(at(gateway, id)));
  if (!row) throw notFound();
  await takeEvent(services, gateway, payloadOf(row), true);
  return withPlatform(db, async (tx) => {
    const [now] = await tx.select().from(gatewayEvents).where(at(gateway, id));
    if (!now) throw notFound();
    await writeAudit(tx, trace, 'gateway_event_replayed', { subject: id, detail: { gateway, state: now.state } });
    return eventView(now);
  });
}

const eventView = (row: typeof gatewayEvents.$inferSelect): BillingEvent => ({
  ...{ gateway: row.gateway, id: row.id, type: row.type, state: row.state, reason: row.reason, attempts: row.attempts },
  ...{ accountId: row.accountId, customerId: payloadOf(row).customerId ?? null },
  receivedAt: row.receivedAt.toISOString(),
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
});

/** What gateways told of an account, the newest first. @throws ApiError `not_found` */
export async function listBillingEvents(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: BillingEvent[]; total: number; page: number; limit: number }> {
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

/** Parked events of every account, and of nobody that is known: staff see why. */
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
