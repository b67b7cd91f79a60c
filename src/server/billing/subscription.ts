import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  changeBody,
  checkoutBody,
  PaymentSetup,
  paymentMethodBody,
  prepaidBody,
  Subscription,
  SubscriptionCommand,
  versionBody,
} from '../../shared/billing.ts';
import type { AuditAction } from '../../shared/audit.ts';
import { type AuditContext, writeAudit } from '../audit/write-audit.ts';
import { type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type Command, readyCustomer } from './commands.ts';
import { draftInvoice } from './invoices.ts';
import { canCommand } from './lifecycle.ts';
import { callOnce } from './money-calls.ts';
import { assertFresh, previewUpgrade, readOfferedPack, readWay, type Way } from './quote.ts';
import { gatewayOf, methodOf, readMoment } from './reconcile.ts';
import { isPaying, lockSubscription, type SubscriptionRow } from './subscription-row.ts';

/** Who changes a subscription; a member of a call is one (http/access.ts). */
export interface Payer extends AuditContext {
  userId: string;
  tenant: Tenant;
}

/**
 * What an owner asks of his subscription. Each answers it as it is then.
 * @throws ApiError `stale` for an old version, `subscription_state` for what is not legal in its state, `quote_changed`
 * when it no longer costs what was shown; `card_refused`, `payment_method_missing`, `payment_method_unconfirmed` by the
 * gateway; `idempotency_key_reused`, `payment_under_way`.
 */
function assertLegal(row: SubscriptionRow, command: SubscriptionCommand, version?: number): void {
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
  return callOnce(services, { tenant: payer.tenant, key, asked: { name: 'checkout', body } }, async (tx, row) => {
    assertLegal(row, 'checkout', body.version);
    const { item, kind } = await readWay(tx, row, body);
    if (kind !== 'checkout') throw new ApiError('subscription_state');
    assertAmount(body.amountNow, item.amount);
    if (!body.setupId && !methodOf(services, row)) throw new ApiError('payment_method_missing');
    await note(tx, payer, 'plan_subscribed', item.text, { period: item.period, amount: item.amount });
    return { kind, item, setupId: body.setupId ?? null };
  });
}

/** An upgrade charges the difference now; everything else waits for the renewal. */
export async function changePlan(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof changeBody>,
): Promise<Subscription> {
  const { tenant } = payer;
  const { now } = await readMoment(services);
  const at = new Date(body.quotedAt);
  // Reckoned before the call is claimed: a gateway is not asked within a transaction.
  const before = await withTenant(services.db, tenant, async (tx) =>
    readWay(tx, await lockSubscription(tx, tenant.accountId), body),
  );
  const amount = before.kind === 'upgrade' ? await amountOf(services, before, at) : 0;
  return callOnce(services, { tenant, key, asked: { name: 'change', body } }, async (tx, row): Promise<Command> => {
    if (row.version !== body.version) throw new ApiError('stale');
    const { kind, item } = await readWay(tx, row, body);
    if (kind !== 'upgrade' && kind !== 'downgrade') throw new ApiError('subscription_state');
    assertLegal(row, kind);
    // To what costs nothing one goes by cancelling.
    if (item.amount === 0) throw new ApiError('subscription_state');
    assertFresh(at, now);
    assertAmount(body.amountNow, amount);
    await note(tx, payer, 'plan_change_asked', item.text, { kind, period: item.period, amount });
    return kind === 'upgrade' ? { kind, item, at: at.toISOString() } : { kind, item };
  });
}

const amountOf = async (services: Services, way: Way, at: Date) => (await previewUpgrade(services, way, at)).amount;

/** What moves no money needs no key of the caller's: it is told apart by one of our own. */
function callByVersion(
  services: Services,
  payer: Payer,
  name: 'cancel' | 'reactivate' | 'cancelChange',
  body: z.output<typeof versionBody>,
  action: AuditAction,
  commandFor: (row: SubscriptionRow) => Command,
): Promise<Subscription> {
  const call = { tenant: payer.tenant, key: randomUUID(), asked: { name, body } };
  return callOnce(services, call, async (tx, row) => {
    assertLegal(row, name, body.version);
    await note(tx, payer, action, null, {});
    return commandFor(row);
  });
}

/** Ends with the paid period; where the period is not paid, now. */
export const cancel = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'cancel', body, 'subscription_cancelled', ({ status }) => {
    return { kind: 'cancel', isNow: status === 'FAILURE_PAYMENT' };
  });

export const reactivate = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'reactivate', body, 'subscription_reactivated', () => ({ kind: 'reactivate' }));

/** Takes back a downgrade, or gives up a payment that waits to be confirmed. */
export const cancelChange = (services: Services, payer: Payer, body: z.output<typeof versionBody>) =>
  callByVersion(services, payer, 'cancelChange', body, 'plan_change_cancelled', ({ status }) => {
    return { kind: 'cancelChange', isScheduled: status === 'PENDING_DOWNGRADE' };
  });

/** Begins to ask for a payment method. */
export async function startSetup(services: Services, { tenant }: Payer): Promise<PaymentSetup> {
  const row = await withTenant(services.db, tenant, (tx) => lockSubscription(tx, tenant.accountId));
  const gateway = gatewayOf(services, row);
  return gateway.startSetup(await readyCustomer(services, gateway, tenant));
}

export function changePaymentMethod(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof paymentMethodBody>,
): Promise<Subscription> {
  const call = { tenant: payer.tenant, key, asked: { name: 'paymentMethod', body } };
  return callOnce(services, call, async (tx, row) => {
    assertLegal(row, 'paymentMethod', body.version);
    await note(tx, payer, 'payment_method_changed', null, {});
    return { kind: 'paymentMethod', setupId: body.setupId };
  });
}

export async function buyPack(
  services: Services,
  payer: Payer,
  key: string,
  body: z.output<typeof prepaidBody>,
): Promise<Subscription> {
  const { now } = await readMoment(services);
  const { accountId } = payer.tenant;
  return callOnce(services, { tenant: payer.tenant, key, asked: { name: 'prepaid', body } }, async (tx, row) => {
    assertLegal(row, 'prepaid');
    const pack = await readOfferedPack(tx, body.packId);
    assertAmount(body.amountNow, pack.price);
    if (body.method === 'card' && !methodOf(services, row)) throw new ApiError('payment_method_missing');
    const invoiceId = uuidv7();
    const amount = pack.price;
    await draftInvoice(tx, { accountId, id: invoiceId, pack: pack.name, amount, text: pack.name, issuedAt: now });
    await note(tx, payer, 'credits_bought', pack.name, { amount, method: body.method });
    return { kind: 'prepaid', invoiceId, text: pack.name, amount, credits: pack.credits, method: body.method };
  });
}

const note = (tx: Tx, payer: Payer, action: AuditAction, subject: string | null, detail: Record<string, unknown>) =>
  writeAudit(tx, payer, action, { subject, detail });
