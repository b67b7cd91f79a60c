import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AuditAction } from '../../shared/audit.ts';
import type {
  changeBody,
  checkoutBody,
  paymentMethodBody,
  PaymentSetup,
  prepaidBody,
  Subscription,
  SubscriptionCommand,
  versionBody,
} from '../../shared/billing.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { type Tenant, withTenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { ensureCustomer, type GatewayCommand } from './commands.ts';
import { callOnce } from './idempotent-calls.ts';
import { draftInvoice } from './invoices.ts';
import { canCommand } from './lifecycle.ts';
import { assertFresh, lockAndReadPlanChange, previewUpgrade, readOfferedPack, readPlanChange } from './quote.ts';
import { gatewayOf, methodOf, readBillingContext } from './reconcile.ts';
import { isPaying, lockSubscription, type SubscriptionRow } from './subscription-row.ts';

interface Payer extends AuditContext {
  userId: string;
  tenant: Tenant;
}

/**
 * For all commands below. Throws `ApiError` `stale` for an old version, `subscription_state` when the state does not
 * allow the command. They also throw `quote_changed` when the price differs from the quote; `card_refused`,
 * `payment_method_missing`, `payment_method_unconfirmed` from the gateway; `idempotency_key_reused`,
 * `payment_under_way`.
 */
function assertAllowed(row: SubscriptionRow, command: SubscriptionCommand, version?: number): void {
  if (version !== undefined && row.version !== version) throw new ApiError('stale');
  if (!canCommand(row.status, isPaying(row), command)) throw new ApiError('subscription_state');
}

const assertAmount = (shown: number, now: number) => {
  if (shown !== now) throw new ApiError('quote_changed');
};

export function checkOut(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof checkoutBody>,
): Promise<Subscription> {
  return callOnce(services, { tenant: payer.tenant, key, request: { name: 'checkout', body } }, async (tx, row) => {
    assertAllowed(row, 'checkout', body.version);
    const { item, kind } = await readPlanChange(tx, row, body);
    if (kind !== 'checkout') throw new ApiError('subscription_state');
    assertAmount(body.amountNow, item.amount);
    if (!body.setupId && !methodOf(services, row)) throw new ApiError('payment_method_missing');
    await writeAudit(tx, payer, 'plan_subscribed', {
      subject: item.text,
      detail: { period: item.period, amount: item.amount },
    });
    return { kind, item, setupId: body.setupId ?? null };
  });
}

/** Only an upgrade's difference; all other changes wait for the renewal. */
export async function changePlan(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof changeBody>,
): Promise<Subscription> {
  const { tenant } = payer;
  const { now } = await readBillingContext(services);
  const at = new Date(body.quotedAt);
  // Computed before the call is claimed, because gateways must not be called in a transaction.
  const before = await lockAndReadPlanChange(services.db, tenant, body);
  const amount = before.kind === 'upgrade' ? (await previewUpgrade(services, before, at)).amount : 0;
  return callOnce(
    services,
    { tenant, key, request: { name: 'change', body } },
    async (tx, row): Promise<GatewayCommand> => {
      if (row.version !== body.version) throw new ApiError('stale');
      const { kind, item } = await readPlanChange(tx, row, body);
      if (kind !== 'upgrade' && kind !== 'downgrade') throw new ApiError('subscription_state');
      assertAllowed(row, kind);
      // Accounts move to a free plan by cancelling.
      if (item.amount === 0) throw new ApiError('subscription_state');
      assertFresh(at, now);
      assertAmount(body.amountNow, amount);
      await writeAudit(tx, payer, 'plan_change_asked', {
        subject: item.text,
        detail: { kind, period: item.period, amount },
      });
      return kind === 'upgrade' ? { kind, item, at: at.toISOString() } : { kind, item };
    },
  );
}

/** They move no money, so they need no idempotency key from the client. */
function callByVersion(
  services: Services,
  payer: Payer,
  name: 'cancel' | 'reactivate' | 'cancelChange',
  body: z.output<typeof versionBody>,
  action: AuditAction,
  commandFor: (row: SubscriptionRow) => GatewayCommand,
): Promise<Subscription> {
  const call = { tenant: payer.tenant, key: randomUUID(), request: { name, body } };
  return callOnce(services, call, async (tx, row) => {
    assertAllowed(row, name, body.version);
    await writeAudit(tx, payer, action);
    return commandFor(row);
  });
}

/** With the paid period, or at once if the period is unpaid. */
export const cancel = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'cancel', body, 'subscription_cancelled', ({ status }) => ({
    kind: 'cancel',
    isNow: status === 'FAILURE_PAYMENT',
  }));

export const reactivate = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'reactivate', body, 'subscription_reactivated', () => ({ kind: 'reactivate' }));

/** A scheduled downgrade, or a payment that waits for confirmation. */
export const cancelChange = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'cancelChange', body, 'plan_change_cancelled', ({ status }) => ({
    kind: 'cancelChange',
    isScheduled: status === 'PENDING_DOWNGRADE',
  }));

export async function startSetup(services: Services, { tenant }: Payer): Promise<PaymentSetup> {
  const row = await withTenant(services.db, tenant, (tx) => lockSubscription(tx, tenant.accountId));
  const gateway = gatewayOf(services, row);
  return gateway.startSetup(await ensureCustomer(services, gateway, tenant));
}

export function changePaymentMethod(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof paymentMethodBody>,
): Promise<Subscription> {
  const call = { tenant: payer.tenant, key, request: { name: 'paymentMethod', body } };
  return callOnce(services, call, async (tx, row) => {
    assertAllowed(row, 'paymentMethod', body.version);
    await writeAudit(tx, payer, 'payment_method_changed');
    return { kind: 'paymentMethod', setupId: body.setupId };
  });
}

export async function buyPack(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof prepaidBody>,
): Promise<Subscription> {
  const { now } = await readBillingContext(services);
  const { accountId } = payer.tenant;
  return callOnce(services, { tenant: payer.tenant, key, request: { name: 'prepaid', body } }, async (tx, row) => {
    assertAllowed(row, 'prepaid');
    const pack = await readOfferedPack(tx, body.packId);
    assertAmount(body.amountNow, pack.price);
    if (body.method === 'card' && !methodOf(services, row)) throw new ApiError('payment_method_missing');
    const invoiceId = uuidv7();
    const amount = pack.price;
    await draftInvoice(tx, { accountId, id: invoiceId, pack: pack.name, amount, text: pack.name, issuedAt: now });
    await writeAudit(tx, payer, 'credits_bought', { subject: pack.name, detail: { amount, method: body.method } });
    return { kind: 'prepaid', invoiceId, text: pack.name, amount, credits: pack.credits, method: body.method };
  });
}
