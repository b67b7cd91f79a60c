import { and, eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { users } from '../db/schema/identity.ts';
import { type Tenant, type Tx, withPlatform, withTenant } from '../db/tenant.ts';
import type { Services } from '../runtime/services.ts';
import { type Gateway, GatewayRefusal } from './gateways/gateway.ts';
import { gatewayNamed } from './gateways/open-gateway.ts';
import { voidOpenPrepaid } from './invoices.ts';
import type { Item } from './proration.ts';
import { currentItem, isPaying, lockSubscription, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

/** What a call sets out to do at the gateway, with all that it needs: it is kept until it is done. */
export type Command =
  | { kind: 'checkout'; item: Item; setupId: string | null }
  | { kind: 'upgrade'; item: Item; at: string }
  | { kind: 'downgrade'; item: Item }
  | { kind: 'cancel'; isNow: boolean }
  | { kind: 'reactivate' }
  /** Of a downgrade that waits for the renewal, or of what waits for its payment. */
  | { kind: 'cancelChange'; isScheduled: boolean }
  | { kind: 'paymentMethod'; setupId: string }
  | { kind: 'prepaid'; invoiceId: string; text: string; amount: number; credits: number; method: 'card' | 'pix' };

async function readRow(services: Services, tenant: Tenant): Promise<SubscriptionRow> {
  return withTenant(services.db, tenant, (tx) => lockSubscription(tx, tenant.accountId));
}

/**
 * The customer that an account is at a gateway; made at the first need, once. Coming from another one, it leaves its card
 * and what was still to be paid there.
 */
export async function readyCustomer(services: Services, gateway: Gateway, tenant: Tenant): Promise<string> {
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

async function rememberSubscription(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.update(subscriptions).set({ gatewaySubscriptionId: id }).where(eq(subscriptions.accountId, accountId));
}

/**
 * Does at the gateway what a command says; answers the payments by themselves that it made. By the same key it may be
 * done any number of times.
 * @throws GatewayRefusal
 */
export async function perform(
  services: Services,
  opened: Gateway,
  tenant: Tenant,
  key: string,
  command: Command,
): Promise<string[]> {
  const row = await readRow(services, tenant);
  const gateway = isPaying(row) && row.gateway ? gatewayNamed(services, row.gateway) : opened;
  if (command.kind === 'prepaid') {
    const { invoiceId, text, amount, credits, method } = command;
    const customerId = await readyCustomer(services, gateway, tenant);
    const reference = { invoiceId, credits };
    return [await gateway.createPayment(key, { customerId, amount, text, method, reference })];
  }
  if (command.kind === 'checkout') await checkOut(services, gateway, tenant, key, command);
  else if (command.kind === 'paymentMethod') await changeMethod(services, gateway, tenant, key, row, command.setupId);
  else if (row.gatewaySubscriptionId) {
    await changeAt(gateway, row.gatewaySubscriptionId, key, command);
    if (command.kind === 'reactivate' || command.kind === 'cancelChange') await renewAsIs(services, gateway, key, row);
  } else throw new GatewayRefusal('conflict');
  return [];
}

/** What staff gave is charged from the renewal on: whoever goes back to it must not go back to what it was before. */
async function renewAsIs(services: Services, gateway: Gateway, key: string, row: SubscriptionRow): Promise<void> {
  const id = row.gatewaySubscriptionId!;
  const state = await gateway.readSubscription(id);
  if (!state || state.status !== 'active' || state.scheduled) return;
  if (state.item.planId === row.planId && state.item.period === row.period) return;
  const plan = await withPlatform(services.db, (tx) => readPlanRow(tx, row.planId));
  await gateway.scheduleChange(`${key} own`, id, currentItem(row, plan));
}

async function changeAt(gateway: Gateway, id: string, key: string, command: Command): Promise<void> {
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

async function changeMethod(
  services: Services,
  gateway: Gateway,
  tenant: Tenant,
  key: string,
  row: SubscriptionRow,
  setupId: string,
): Promise<void> {
  const customerId = await readyCustomer(services, gateway, tenant);
  const method = await gateway.useMethod(key, { customerId, setupId, subscriptionId: row.gatewaySubscriptionId });
  await withTenant(services.db, tenant, (tx) => rememberMethod(tx, tenant.accountId, method));
}

async function rememberMethod(tx: Tx, accountId: string, paymentMethod: SubscriptionRow['paymentMethod']) {
  await tx.update(subscriptions).set({ paymentMethod }).where(eq(subscriptions.accountId, accountId));
}

async function checkOut(
  services: Services,
  gateway: Gateway,
  tenant: Tenant,
  key: string,
  { item, setupId }: Extract<Command, { kind: 'checkout' }>,
): Promise<void> {
  const customerId = await readyCustomer(services, gateway, tenant);
  if (setupId) {
    const method = await gateway.useMethod(`${key} method`, { customerId, setupId, subscriptionId: null });
    await withTenant(services.db, tenant, (tx) => rememberMethod(tx, tenant.accountId, method));
  }
  const id = await gateway.createSubscription(key, { customerId, item });
  await withTenant(services.db, tenant, (tx) => rememberSubscription(tx, tenant.accountId, id));
}
