import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PaymentMethod, SandboxCard } from '../../../../shared/billing.ts';
import { sandboxObjects } from '../../../db/schema/billing.ts';
import { platformSettings } from '../../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../../db/tenant.ts';
import { notFound } from '../../../runtime/api-error.ts';
import type { GatewayEvent, GatewayPayment } from '../gateway.ts';
import type { Item } from '../../proration.ts';

/* What the gateway for trials keeps, as a gateway of its own would. Moments are ISO dates. */

export interface Customer {
  accountId: string;
  name: string;
  email: string;
  method: (PaymentMethod & { card: SandboxCard }) | null;
}
export interface Setup {
  secret: string;
  method: (PaymentMethod & { card: SandboxCard }) | null;
}
export interface SandboxSubscription {
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  item: Item;
  /** Periods are counted from here, so that a 31st stays one. */
  anchor: string;
  count: number;
  start: string;
  end: string;
  isCancelled: boolean;
  scheduled: Item | null;
  /** The payment that a change waits for. */
  pending: { item: Item; paymentId: string } | null;
  failures: number;
}
export type SandboxPayment = Omit<GatewayPayment, 'id' | 'customerId' | 'issuedAt' | 'paidAt' | 'span' | 'waitsFor'> & {
  issuedAt: string;
  paidAt: string | null;
  span: { start: string; end: string } | null;
  secret: string;
  waitsFor: 'confirm' | 'pix' | null;
  expiresAt: string | null;
  /** How often money moved for it: never more than once. */
  charges: number;
};

type Kind = (typeof sandboxObjects.$inferSelect)['kind'];
export interface Stored<T> {
  id: string;
  customerId: string;
  data: T;
  dueAt: Date | null;
}

/** The id of what a key makes: the same key makes the same. */
export const idOf = (kind: string, key: string) =>
  `${kind}_sandbox_${createHash('sha256').update(`${kind} ${key}`).digest('hex').slice(0, 24)}`;

/** The gateway's clock: the real one, and as far ahead as staff have moved it. */
export async function readSandboxClock(tx: Tx): Promise<Date> {
  const [row] = await tx.select({ ahead: platformSettings.sandboxAheadSeconds }).from(platformSettings);
  return new Date(Date.now() + (row?.ahead ?? 0) * 1_000);
}

export async function findObject<T>(tx: Tx, kind: Kind, id: string): Promise<Stored<T> | null> {
  const [row] = await tx
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)));
  return row ? { id, customerId: row.customerId ?? id, data: row.data as T, dueAt: row.dueAt } : null;
}

/** @throws ApiError `not_found` */
export async function getObject<T>(tx: Tx, kind: Kind, id: string): Promise<Stored<T>> {
  const found = await findObject<T>(tx, kind, id);
  if (!found) throw notFound();
  return found;
}

export async function putObject(tx: Tx, kind: Kind, { id, customerId, data, dueAt }: Stored<object>): Promise<void> {
  const row = { data: data as Record<string, unknown>, dueAt, updatedAt: new Date() };
  await tx
    .insert(sandboxObjects)
    .values({ id, kind, customerId, ...row })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: row });
}

/** The payments of a subscription, the oldest first. */
export async function listPayments(tx: Tx, customerId: string, subscriptionId: string) {
  const rows = await tx
    .select()
    .from(sandboxObjects)
    .where(
      and(
        ...[eq(sandboxObjects.customerId, customerId), eq(sandboxObjects.kind, 'payment')],
        sql`${sandboxObjects.data} ->> 'subscriptionId' = ${subscriptionId}`,
      ),
    )
    .orderBy(asc(sql`${sandboxObjects.data} ->> 'issuedAt'`), asc(sandboxObjects.updatedAt));
  return rows.map((row): Stored<SandboxPayment> => {
    return { id: row.id, customerId, data: row.data as unknown as SandboxPayment, dueAt: row.dueAt };
  });
}

/** Work on a customer's objects: of two at once, the second sees what the first did. */
export function withCustomer<T>(db: Db, customerId: string, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  return withPlatform(db, async (tx) => {
    const locked = await tx
      .select({ id: sandboxObjects.id })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.id, customerId), eq(sandboxObjects.kind, 'customer')))
      .for('update');
    if (locked.length === 0) throw notFound();
    return work(tx, await readSandboxClock(tx));
  });
}

/** Leaves word of something, in the transaction in which it happens; it is told afterwards, until it is heard. */
export async function leaveWord(tx: Tx, event: Omit<GatewayEvent, 'id'>): Promise<void> {
  const id = `evt_sandbox_${uuidv7()}`;
  await putObject(tx, 'event', { id, customerId: event.customerId ?? '', data: { id, ...event }, dueAt: null });
}
