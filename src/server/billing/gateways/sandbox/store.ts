import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PaymentMethod, SandboxCard } from '../../../../shared/billing.ts';
import { sandboxObjects } from '../../../db/schema/billing.ts';
import { platformSettings } from '../../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../../db/tenant.ts';
import { notFound } from '../../../runtime/api-error.ts';
import type { PlanItem } from '../../proration.ts';
import type { GatewayEvent, GatewayPayment } from '../gateway.ts';

/* Dates are ISO strings. */

export interface SandboxCustomer {
  accountId: string;
  name: string;
  email: string;
  method: (PaymentMethod & { card: SandboxCard }) | null;
}
export interface SandboxSetup {
  secret: string;
  method: (PaymentMethod & { card: SandboxCard }) | null;
}
export interface SandboxSubscription {
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  item: PlanItem;
  /** Periods are counted from this date, so that a subscription of the 31st stays on the 31st. */
  anchor: string;
  count: number;
  start: string;
  end: string;
  isCancelled: boolean;
  scheduled: PlanItem | null;
  pending: { item: PlanItem; paymentId: string } | null;
  failures: number;
}
export type SandboxPayment = Omit<GatewayPayment, 'id' | 'customerId' | 'issuedAt' | 'paidAt' | 'span' | 'waitsFor'> & {
  issuedAt: string;
  paidAt: string | null;
  span: { start: string; end: string } | null;
  secret: string;
  waitsFor: 'confirm' | 'pix' | null;
  expiresAt: string | null;
  /** How often money was moved; never more than once. */
  charges: number;
  /** Missing in older rows. */
  refundedAt?: string;
};

type SandboxRow = typeof sandboxObjects.$inferSelect;
type SandboxKind = SandboxRow['kind'];
export type SandboxObject<T> = Pick<SandboxRow, 'id' | 'dueAt'> & { customerId: string; data: T };

/** The same key always finds the same object. */
export const idOf = (kind: string, key: string) =>
  `${kind}_sandbox_${createHash('sha256').update(`${kind} ${key}`).digest('hex').slice(0, 24)}`;

/** The real time plus what staff have advanced it. */
export async function readSandboxClock(tx: Tx): Promise<Date> {
  const [row] = await tx.select({ ahead: platformSettings.sandboxAheadSeconds }).from(platformSettings);
  return new Date(Date.now() + (row?.ahead ?? 0) * 1_000);
}

export async function findObject<T>(tx: Tx, kind: SandboxKind, id: string): Promise<SandboxObject<T> | null> {
  const [row] = await tx
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)));
  return row ? { id, customerId: row.customerId ?? id, data: row.data as T, dueAt: row.dueAt } : null;
}

/** Throws `ApiError` `not_found`. */
export async function getObject<T>(tx: Tx, kind: SandboxKind, id: string): Promise<SandboxObject<T>> {
  const found = await findObject<T>(tx, kind, id);
  if (!found) throw notFound();
  return found;
}

export async function putObject(
  tx: Tx,
  kind: SandboxKind,
  { id, customerId, data, dueAt }: SandboxObject<object>,
): Promise<void> {
  const row = { data: data as Record<string, unknown>, dueAt, updatedAt: new Date() };
  await tx
    .insert(sandboxObjects)
    .values({ id, kind, customerId, ...row })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: row });
}

export async function listPayments(tx: Tx, customerId: string, subscriptionId: string) {
  const rows = await tx
    .select()
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.customerId, customerId),
        eq(sandboxObjects.kind, 'payment'),
        sql`${sandboxObjects.data} ->> 'subscriptionId' = ${subscriptionId}`,
      ),
    )
    .orderBy(asc(sql`${sandboxObjects.data} ->> 'issuedAt'`), asc(sandboxObjects.updatedAt));
  return rows.map((row): SandboxObject<SandboxPayment> => {
    return { id: row.id, customerId, data: row.data as unknown as SandboxPayment, dueAt: row.dueAt };
  });
}

/** Null if the customer has set up none with this id. */
export async function findMethod(tx: Tx, customerId: string, methodId: string): Promise<SandboxSetup['method']> {
  const [setup] = await tx
    .select()
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.customerId, customerId),
        eq(sandboxObjects.kind, 'setup'),
        sql`${sandboxObjects.data} #>> '{method,id}' = ${methodId}`,
      ),
    );
  return (setup?.data as unknown as SandboxSetup | undefined)?.method ?? null;
}

/** Locks the customer. Throws `ApiError` `not_found`. */
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

/** In the transaction that causes it; delivered until that succeeds. */
export async function queueEvent(tx: Tx, event: Omit<GatewayEvent, 'id'>): Promise<void> {
  const id = `evt_sandbox_${uuidv7()}`;
  await putObject(tx, 'event', { id, customerId: event.customerId ?? '', data: { id, ...event }, dueAt: null });
}
