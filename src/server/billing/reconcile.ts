import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OpenPayment, Subscription } from '../../shared/billing.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import type { Gateway, GatewayPayment, GatewaySubscription } from './gateways/gateway.ts';
import { gatewayNamed, openGateway } from './gateways/open-gateway.ts';
import { readSandboxClock } from './gateways/sandbox/store.ts';
import { showSubscription } from './show-subscription.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.ts';
import { type Moment, takeOver, takePaymentOver } from './take-over.ts';

/** Now, by the clock of whoever charges: that of the gateway for trials may have been moved ahead. */
export async function readMoment(services: Services): Promise<Moment> {
  const now = await withPlatform(services.db, readSandboxClock);
  return { now, publicUrl: services.publicUrl() };
}

/** What a gateway knows of an account, read after `reads` was. */
export interface GatewayState {
  reads: number;
  subscriptionId: string | null;
  state: GatewaySubscription | null;
  /** Payments by themselves that are open, or that we were told of. */
  payments: GatewayPayment[];
  moment: Moment;
}

const UNSETTLED = ['draft', 'open'] as const;

async function readOwn(db: Db, accountId: string): Promise<{ row: SubscriptionRow; open: string[] }> {
  return withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
    if (!row) throw notFound();
    const open = await tx
      .select({ id: invoices.gatewayInvoiceId })
      .from(invoices)
      .where(
        and(
          ...[eq(invoices.accountId, accountId), eq(invoices.type, 'PREPAID')],
          ...[inArray(invoices.status, [...UNSETTLED]), isNotNull(invoices.gatewayInvoiceId)],
        ),
      );
    return { row, open: open.map(({ id }) => id!) };
  });
}

/** The gateway of an account: that which charges it, else the one by which it would begin to pay now. */
export const gatewayOf = (
  services: Services,
  { gateway, gatewaySubscriptionId }: Pick<SubscriptionRow, 'gateway' | 'gatewaySubscriptionId'>,
): Gateway => (gateway && gatewaySubscriptionId ? gatewayNamed(services, gateway) : openGateway(services));

/** By what an account would pay: a card that another gateway knows is none. */
export const methodOf = (services: Services, row: SubscriptionRow): SubscriptionRow['paymentMethod'] =>
  row.gateway === gatewayOf(services, row).name ? row.paymentMethod : null;

/** Reads the gateway's present state of an account. Not within a transaction: a gateway may be far away. */
export async function readGateway(services: Services, accountId: string, more: string[] = []): Promise<GatewayState> {
  const { row, open } = await readOwn(services.db, accountId);
  const gateway = gatewayOf(services, row);
  const { gatewaySubscriptionId: subscriptionId } = row;
  const [state, payments, moment] = await Promise.all([
    subscriptionId ? gateway.readSubscription(subscriptionId) : null,
    Promise.all([...new Set([...open, ...more])].map((id) => gateway.readPayment(id))),
    readMoment(services),
  ]);
  const own = payments.filter((payment) => payment !== null && payment.customerId === row.customerId);
  return { reads: row.gatewayReads, subscriptionId, state, payments: own as GatewayPayment[], moment };
}

/** Takes a reading over; null when another was taken over meanwhile: it may be older than that. */
export async function applyGatewayState(
  tx: Tx,
  accountId: string,
  reading: GatewayState,
): Promise<SubscriptionRow | null> {
  const row = await lockSubscription(tx, accountId);
  if (row.gatewayReads !== reading.reads || row.gatewaySubscriptionId !== reading.subscriptionId) return null;
  const taken = reading.state ? await takeOver(tx, row, reading.state, reading.moment) : row;
  for (const payment of reading.payments) await takePaymentOver(tx, taken, payment);
  return taken;
}

const asOpen = (payment: GatewayPayment, invoiceId: string): OpenPayment => ({
  ...{ id: payment.id, invoiceId, reason: payment.reason, kind: payment.waitsFor!.kind, amount: payment.amount },
  clientSecret: payment.waitsFor!.clientSecret,
  pix: payment.waitsFor!.pix && {
    code: payment.waitsFor!.pix.code,
    expiresAt: payment.waitsFor!.pix.expiresAt.toISOString(),
  },
});

/** What of a reading waits for its customer. */
export async function openPayments(
  tx: Tx,
  accountId: string,
  { state, payments }: GatewayState,
): Promise<OpenPayment[]> {
  const waiting = [...(state?.payments ?? []), ...payments].filter(({ waitsFor }) => waitsFor !== null);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ id }) => id);
  const rows = await tx
    .select({ id: invoices.id, gatewayId: invoices.gatewayInvoiceId })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), inArray(invoices.gatewayInvoiceId, ids)));
  return waiting.flatMap((payment) => {
    const invoice = rows.find(({ gatewayId }) => gatewayId === payment.id);
    return invoice ? [asOpen(payment, invoice.id)] : [];
  });
}

/**
 * After a command: takes the gateway's present state over, `payments` by themselves among it, and within the same
 * transaction lets `keep` keep the answer.
 */
export async function reconcile<T>(
  services: Services,
  accountId: string,
  payments: string[],
  keep: (tx: Tx, view: Subscription) => Promise<T>,
): Promise<T> {
  for (;;) {
    const reading = await readGateway(services, accountId, payments);
    const kept = await withPlatform(services.db, async (tx) => {
      const row = await applyGatewayState(tx, accountId, reading);
      if (!row) return null;
      return { answer: await keep(tx, await viewOf(services, tx, row, reading)) };
    });
    if (kept) return kept.answer;
  }
}

const viewOf = async (services: Services, tx: Tx, row: SubscriptionRow, reading: GatewayState): Promise<Subscription> =>
  showSubscription(tx, row, {
    payments: await openPayments(tx, row.accountId, reading),
    renewal: reading.state,
    now: reading.moment.now,
    gateway: gatewayOf(services, row),
  });

/** GET /subscription. What waits at the gateway is asked of it; nothing is taken over. */
export async function readSubscription(services: Services, accountId: string): Promise<Subscription> {
  const reading = await readGateway(services, accountId);
  return withPlatform(services.db, async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
    if (!row) throw notFound();
    return viewOf(services, tx, row, reading);
  });
}
