import { and, eq } from 'drizzle-orm';
import type { AuditContext } from '../audit/write-audit.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { users } from '../db/schema/identity.ts';
import { type Tenant, withPlatform, withTenant } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { type Gateway, GatewayError, type GatewayName } from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/open-gateway.ts';
import { voidOpenPrepaid } from './invoices.ts';
import type { PlanItem } from './proration.ts';
import { currentItem, isPaying, lockSubscription, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

/** Who asked for it and why, for the audit log. */
export interface Refund {
  invoiceId: string;
  paymentId: string;
  gateway: GatewayName;
  reason: string;
  by: Pick<AuditContext, 'actor' | 'ip'>;
}

/** Stored until it is done, so that another process can finish it. */
export type GatewayCommand =
  | { kind: 'checkout'; item: PlanItem; setupId: string | null }
  | { kind: 'upgrade'; item: PlanItem; at: string }
  | { kind: 'downgrade'; item: PlanItem }
  | { kind: 'cancel'; isNow: boolean }
  | { kind: 'reactivate' }
  /** `isScheduled`: a downgrade at the renewal; otherwise a payment that is still pending. */
  | { kind: 'cancelChange'; isScheduled: boolean }
  | { kind: 'paymentMethod'; setupId: string }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'prepaid'; invoiceId: string; text: string; amount: number; credits: number; method: 'card' | 'pix' };

async function readRow(services: Services, tenant: Tenant): Promise<SubscriptionRow> {
  return withTenant(services.db, tenant, (tx) => lockSubscription(tx, tenant.accountId));
}

/** Creates a customer if needed. An account from another gateway loses its card and its open payments there. */
export async function ensureCustomer(services: Services, gateway: Gateway, tenant: Tenant): Promise<string> {
  const { accountId } = tenant;
  const row = await readRow(services, tenant);
  if (row.customerId && row.gateway === gateway.name) return row.customerId;
  const owner = await withTenant(services.db, tenant, async (tx) => {
    const [found] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(and(eq(users.accountId, accountId), eq(users.role, 'OWNER')))
      .limit(1);
    return found ?? { name: '', email: '' };
  });
  const customerId = await gateway.createCustomer(`customer ${accountId}`, { accountId, ...owner });
  await withTenant(services.db, tenant, async (tx) => {
    const hasMoved = row.gateway !== null && row.gateway !== gateway.name;
    if (hasMoved) await voidOpenPrepaid(tx, accountId);
    await tx
      .update(subscriptions)
      .set({ gateway: gateway.name, customerId, ...(hasMoved && { paymentMethod: null }) })
      .where(eq(subscriptions.accountId, accountId));
  });
  return customerId;
}

const updateRow = (services: Services, tenant: Tenant, values: Partial<SubscriptionRow>) =>
  withTenant(services.db, tenant, (tx) =>
    tx.update(subscriptions).set(values).where(eq(subscriptions.accountId, tenant.accountId)),
  );

/** A command that is being run. */
interface Running {
  services: Services;
  gateway: Gateway;
  tenant: Tenant;
  key: string;
  row: SubscriptionRow;
}

/** Safe to repeat with the same key. Returns the ids of the standalone payments created. Throws `GatewayError`. */
export async function runCommand(
  services: Services,
  opened: Gateway,
  tenant: Tenant,
  key: string,
  command: GatewayCommand,
): Promise<string[]> {
  if (command.kind === 'refund') {
    const { gateway, paymentId } = command.refund;
    await gatewayNamed(services, gateway).refundPayment(paymentId);
    return [];
  }
  const row = await readRow(services, tenant);
  const gateway = isPaying(row) && row.gateway ? gatewayNamed(services, row.gateway) : opened;
  if (command.kind === 'prepaid') {
    const { invoiceId, text, amount, credits, method } = command;
    const customerId = await ensureCustomer(services, gateway, tenant);
    const reference = { invoiceId, credits };
    return [await gateway.createPayment(key, { customerId, amount, text, method, reference })];
  }
  const running = { services, gateway, tenant, key, row };
  if (command.kind === 'checkout') await checkOut(running, command);
  else if (command.kind === 'paymentMethod') await setPaymentMethod(running, command.setupId);
  else if (row.gatewaySubscriptionId) {
    await runSubscriptionCommand(running, row.gatewaySubscriptionId, command);
    if (command.kind === 'reactivate' || command.kind === 'cancelChange') await scheduleCurrentPlan(running);
  } else throw new GatewayError('conflict');
  return [];
}

/** After a reactivation, the gateway would renew its own last plan instead of the one that staff set since then. */
async function scheduleCurrentPlan({ services, gateway, key, row }: Running): Promise<void> {
  const id = row.gatewaySubscriptionId!;
  const state = await gateway.readSubscription(id);
  if (!state || state.status !== 'active' || state.scheduled) return;
  if (state.item.planId === row.planId && state.item.period === row.period) return;
  const plan = await withPlatform(services.db, (tx) => readPlanRow(tx, row.planId));
  await gateway.scheduleChange(`${key} own`, id, currentItem(row, plan));
}

async function runSubscriptionCommand({ gateway, key }: Running, id: string, command: GatewayCommand): Promise<void> {
  switch (command.kind) {
    case 'upgrade':
      return gateway.changeSubscription(key, id, { item: command.item, at: new Date(command.at) });
    case 'downgrade':
      return gateway.scheduleChange(key, id, command.item);
    case 'reactivate':
      return gateway.setCancelled(key, id, false);
    case 'cancel':
      return command.isNow ? gateway.endSubscription(key, id) : gateway.setCancelled(key, id, true);
    case 'cancelChange':
      return command.isScheduled ? gateway.scheduleChange(key, id, null) : gateway.dropPending(key, id);
  }
}

async function setPaymentMethod({ services, gateway, tenant, key, row }: Running, setupId: string): Promise<void> {
  const customerId = await ensureCustomer(services, gateway, tenant);
  const { gatewaySubscriptionId: subscriptionId } = row;
  const paymentMethod = await gateway.setPaymentMethod(key, { customerId, setupId, subscriptionId });
  await updateRow(services, tenant, { paymentMethod });
}

async function checkOut(
  { services, gateway, tenant, key, row }: Running,
  { item, setupId }: Extract<GatewayCommand, { kind: 'checkout' }>,
): Promise<void> {
  const customerId = await ensureCustomer(services, gateway, tenant);
  const method =
    setupId && (await gateway.setPaymentMethod(`${key} method`, { customerId, setupId, subscriptionId: null }));
  try {
    const gatewaySubscriptionId = await gateway.createSubscription(key, { customerId, item });
    await updateRow(services, tenant, { gatewaySubscriptionId, ...(method && { paymentMethod: method }) });
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'card_refused';
    const earlierId = (row.gateway === gateway.name && row.paymentMethod?.id) || null;
    // The account keeps the card that it had: a refused one would fail at the next charge, too.
    if (isRefused && method && method.id !== earlierId)
      await gateway.forgetMethod(`${key} forgotten`, { customerId, methodId: method.id, earlierId });
    throw error;
  }
}
