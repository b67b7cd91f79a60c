import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { SandboxClock } from '../../../../shared/billing.ts';
import { sandboxObjects } from '../../../db/schema/billing.ts';
import { platformSettings } from '../../../db/schema/platform.ts';
import { type Db, type Tx, withPlatform } from '../../../db/tenant.ts';
import type { SecretKey } from '../../../runtime/secrets.ts';
import { sign } from '../signature.ts';
import { closePayment, savePayment } from './payments.ts';
import { SANDBOX_SIGNATURE, sandboxSecret } from './sandbox.ts';
import { findObject, readSandboxClock, type SandboxPayment, type SandboxSubscription, withCustomer } from './store.ts';
import { runDueSubscription } from './subscriptions.ts';

const MAX_PER_RUN = 500;
const BATCH = 20;

async function nextDue(tx: Tx): Promise<Date | null> {
  const [row] = await tx
    .select({ dueAt: sandboxObjects.dueAt })
    .from(sandboxObjects)
    .where(isNotNull(sandboxObjects.dueAt))
    .orderBy(asc(sandboxObjects.dueAt))
    .limit(1);
  return row?.dueAt ?? null;
}

export const readClock = (db: Db): Promise<SandboxClock> =>
  withPlatform(db, async (tx) => {
    const [row] = await tx.select({ ahead: platformSettings.sandboxAheadSeconds }).from(platformSettings);
    const now = await readSandboxClock(tx);
    return {
      now: now.toISOString(),
      aheadSeconds: row?.ahead ?? 0,
      nextAt: (await nextDue(tx))?.toISOString() ?? null,
    };
  });

/** To the next due time when `days` is null. Never goes back. */
export async function advanceClock(tx: Tx, days: number | null): Promise<void> {
  await tx.insert(platformSettings).values({ id: 'platform' }).onConflictDoNothing();
  const now = await readSandboxClock(tx);
  const due = days === null ? await nextDue(tx) : null;
  const seconds = days === null ? Math.ceil(((due?.getTime() ?? 0) - now.getTime()) / 1_000) + 1 : days * 86_400;
  if (seconds <= 0) return;
  await tx
    .update(platformSettings)
    .set({ sandboxAheadSeconds: sql`${platformSettings.sandboxAheadSeconds} + ${seconds}::int` });
}

/** As of its own due time, because the clock may have jumped over several. False when nothing is due. */
async function runNextDue(db: Db): Promise<boolean> {
  const due = await withPlatform(db, async (tx) => {
    const now = await readSandboxClock(tx);
    const [row] = await tx
      .select()
      .from(sandboxObjects)
      .where(and(lte(sandboxObjects.dueAt, now), inArray(sandboxObjects.kind, ['subscription', 'payment'])))
      .orderBy(asc(sandboxObjects.dueAt), asc(sandboxObjects.id))
      .limit(1);
    return row;
  });
  if (!due?.customerId) return false;
  await withCustomer(db, due.customerId, async (tx, now) => {
    const subscription = await findObject<SandboxSubscription>(tx, 'subscription', due.id);
    if (subscription?.dueAt && subscription.dueAt <= now)
      return runDueSubscription(tx, subscription.dueAt, subscription);
    const payment = await findObject<SandboxPayment>(tx, 'payment', due.id);
    if (!payment?.dueAt || payment.dueAt > now) return;
    closePayment(payment, 'void');
    await savePayment(tx, payment, 'payment.expired');
  });
  return true;
}

export async function runDue(db: Db): Promise<number> {
  let done = 0;
  while (done < MAX_PER_RUN && (await runNextDue(db))) done += 1;
  return done;
}

type EventReceiver = (rawBody: Buffer, headers: Record<string, string>) => Promise<unknown>;

/** Signed and in order; failed deliveries stay queued. Returns the number delivered. */
export async function deliverEvents(db: Db, key: SecretKey, receive: EventReceiver): Promise<number> {
  let delivered = 0;
  for (;;) {
    const waiting = await withPlatform(db, (tx) =>
      tx
        .select()
        .from(sandboxObjects)
        .where(eq(sandboxObjects.kind, 'event'))
        .orderBy(asc(sandboxObjects.id))
        .limit(BATCH),
    );
    for (const { id, data } of waiting) {
      const body = Buffer.from(JSON.stringify(data));
      await receive(body, { [SANDBOX_SIGNATURE]: sign(sandboxSecret(key), body) });
      await withPlatform(db, (tx) => tx.delete(sandboxObjects).where(eq(sandboxObjects.id, id)));
      delivered += 1;
    }
    if (waiting.length < BATCH) return delivered;
  }
}
