import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OpenPayment, Subscription } from '../../shared/billing.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { applyPayment, applySubscription, type BillingContext } from './apply-state.ts';
import type { Gateway, GatewayPayment, GatewaySubscription } from './gateways/gateway.ts';
import { gatewayNamed, openGateway } from './gateways/open-gateway.ts';
import { readSandboxClock } from './gateways/sandbox/store.ts';
import { toSubscription } from './show-subscription.ts';
import { lockSubscription, type SubscriptionRow } from './subscription-row.ts';

/** Staff may have advanced the sandbox's clock. */
export async function readBillingContext(services: Services): Promise<BillingContext> {
  const now = await withPlatform(services.db, readSandboxClock);
  return { now, publicUrl: services.publicUrl() };
}

/** `reads` is the row's `gatewayReads` at that time, which detects a later read that was applied meanwhile. */
interface GatewayState {
  reads: number;
  subscriptionId: string | null;
  state: GatewaySubscription | null;
  /** Standalone: open, or mentioned by an event. */
  payments: GatewayPayment[];
  context: BillingContext;
}

const OPEN_STATUSES = ['draft', 'open'] as const;

async function readRowAndOpenPayments(db: Db, accountId: string): Promise<{ row: SubscriptionRow; open: string[] }> {
  return withPlatform(db, async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
    if (!row) throw notFound();
    const open = await tx
      .select({ id: invoices.gatewayInvoiceId })
      .from(invoices)
      .where(
        and(
          eq(invoices.accountId, accountId),
          eq(invoices.type, 'PREPAID'),
          inArray(invoices.status, [...OPEN_STATUSES]),
          isNotNull(invoices.gatewayInvoiceId),
        ),
      );
    return { row, open: open.map(({ id }) => id!) };
  });
}

export const gatewayOf = (
  services: Services,
  { gateway, gatewaySubscriptionId }: Pick<SubscriptionRow, 'gateway' | 'gatewaySubscriptionId'>,
): Gateway => (gateway && gatewaySubscriptionId ? gatewayNamed(services, gateway) : openGateway(services));

/** A card saved at another gateway does not count. */
export const methodOf = (services: Services, row: SubscriptionRow): SubscriptionRow['paymentMethod'] =>
  row.gateway === gatewayOf(services, row).name ? row.paymentMethod : null;

/** Not in a transaction: it may be a slow network request. */
export async function readGateway(
  services: Services,
  accountId: string,
  paymentIds: string[] = [],
): Promise<GatewayState> {
  const { row, open } = await readRowAndOpenPayments(services.db, accountId);
  const gateway = gatewayOf(services, row);
  const { gatewaySubscriptionId: subscriptionId } = row;
  const [state, payments, context] = await Promise.all([
    subscriptionId ? gateway.readSubscription(subscriptionId) : null,
    Promise.all([...new Set([...open, ...paymentIds])].map((id) => gateway.readPayment(id))),
    readBillingContext(services),
  ]);
  const own = payments.filter((payment) => payment !== null && payment.customerId === row.customerId);
  return { reads: row.gatewayReads, subscriptionId, state, payments: own as GatewayPayment[], context };
}

/** Null when another reading was applied meanwhile, since this one may be older. */
export async function applyGatewayState(
  tx: Tx,
  accountId: string,
  reading: GatewayState,
): Promise<SubscriptionRow | null> {
  const row = await lockSubscription(tx, accountId);
  if (row.gatewayReads !== reading.reads || row.gatewaySubscriptionId !== reading.subscriptionId) return null;
  const applied = reading.state ? await applySubscription(tx, row, reading.state, reading.context) : row;
  for (const payment of reading.payments) await applyPayment(tx, applied, payment);
  return applied;
}

const toOpenPayment = (payment: GatewayPayment, invoiceId: string): OpenPayment => ({
  id: payment.id,
  invoiceId,
  reason: payment.reason,
  kind: payment.waitsFor!.kind,
  amount: payment.amount,
  clientSecret: payment.waitsFor!.clientSecret,
  pix: payment.waitsFor!.pix && {
    code: payment.waitsFor!.pix.code,
    expiresAt: payment.waitsFor!.pix.expiresAt.toISOString(),
  },
});

async function openPayments(tx: Tx, accountId: string, { state, payments }: GatewayState): Promise<OpenPayment[]> {
  const waiting = [...(state?.payments ?? []), ...payments].filter(({ waitsFor }) => waitsFor !== null);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ id }) => id);
  const rows = await tx
    .select({ id: invoices.id, gatewayId: invoices.gatewayInvoiceId })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), inArray(invoices.gatewayInvoiceId, ids)));
  return waiting.flatMap((payment) => {
    const invoice = rows.find(({ gatewayId }) => gatewayId === payment.id);
    return invoice ? [toOpenPayment(payment, invoice.id)] : [];
  });
}

/** After a command, in one transaction with `storeAnswer`. Retries until no other reading interferes. */
export async function reconcile<T>(
  services: Services,
  accountId: string,
  payments: string[],
  storeAnswer: (tx: Tx, view: Subscription) => Promise<T>,
): Promise<T> {
  for (;;) {
    const reading = await readGateway(services, accountId, payments);
    const stored = await withPlatform(services.db, async (tx) => {
      const row = await applyGatewayState(tx, accountId, reading);
      if (!row) return null;
      return { answer: await storeAnswer(tx, await viewOf(services, tx, row, reading)) };
    });
    if (stored) return stored.answer;
  }
}

const viewOf = async (services: Services, tx: Tx, row: SubscriptionRow, reading: GatewayState): Promise<Subscription> =>
  toSubscription(tx, row, {
    payments: await openPayments(tx, row.accountId, reading),
    renewal: reading.state,
    now: reading.context.now,
    gateway: gatewayOf(services, row),
  });

/** Reads pending payments from the gateway; writes nothing. */
export async function readSubscription(services: Services, accountId: string): Promise<Subscription> {
  const reading = await readGateway(services, accountId);
  return withPlatform(services.db, async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
    if (!row) throw notFound();
    return viewOf(services, tx, row, reading);
  });
}
