import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { SubscriptionStatus } from '../../shared/billing.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { mailOwners } from '../identity/mail-owners.ts';
import { recordEvent } from '../outgoing-webhooks/record-event.ts';
import { addMonths, longDay } from '../runtime/calendar.ts';
import { addLastingCredits, addPeriodCredits, startPeriod } from './balance.ts';
import type { GatewayPayment, GatewaySubscription } from './gateways/gateway.ts';
import { saveInvoice } from './invoices.ts';
import { type LifecycleEvent, type TransitionEffect, transitionOf } from './lifecycle.ts';
import { proratedCredits, readFreePlan, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

/* Compares the gateway's state with ours, so the order and number of webhook events do not matter. */

/** `now` by the gateway's clock. */
export interface BillingContext {
  now: Date;
  publicUrl: string;
}

interface LifecycleFact {
  event: LifecycleEvent;
  payment?: GatewayPayment;
}

const isFirstPayment = ({ status, price }: Pick<SubscriptionRow, 'status' | 'price'>) =>
  status === 'PENDING_PAYMENT' && price === 0;

const isWaiting = (state: GatewaySubscription) => state.status === 'incomplete' || state.pending !== null;

async function paymentFacts(tx: Tx, row: SubscriptionRow, state: GatewaySubscription): Promise<LifecycleFact[]> {
  const facts: LifecycleFact[] = [];
  let isPending = row.status === 'PENDING_PAYMENT';
  for (const payment of state.payments) {
    const before = await saveInvoice(tx, row.accountId, payment);
    const isPaidNow = payment.status === 'paid' && before?.status !== 'paid';
    if (payment.reason === 'renewal') {
      if (isPaidNow) {
        // A renewal means that the pending payment has lapsed.
        if (isPending) facts.push({ event: 'refused' });
        isPending = false;
        facts.push({ event: 'renewed', payment });
      } else if (payment.status === 'open' && before === null) {
        if (isPending) facts.push({ event: 'refused' });
        isPending = false;
        facts.push({ event: 'renewalFailed', payment });
      }
    } else if (isPaidNow) {
      if (!isPending) facts.push({ event: 'awaiting' });
      isPending = false;
      facts.push({ event: 'paid', payment });
    }
  }
  return facts;
}

function statusFacts(status: SubscriptionStatus, row: SubscriptionRow, state: GatewaySubscription): LifecycleFact[] {
  if (state.status === 'ended') {
    // If the first payment never came, the account's previous plan stays.
    return [{ event: isFirstPayment({ status, price: row.price }) ? 'refused' : 'ended' }];
  }
  if (status === 'PENDING_PAYMENT') return isWaiting(state) ? [] : [{ event: 'refused' }];
  if (isWaiting(state)) return [{ event: 'awaiting' }];
  if (status === 'FAILURE_PAYMENT') return [];
  const facts: LifecycleFact[] = [];
  if (status === 'PENDING_CANCEL' && !state.cancelAt) facts.push({ event: 'reactivate' });
  if (status === 'PENDING_DOWNGRADE' && !state.scheduled && !state.cancelAt) facts.push({ event: 'cancelChange' });
  if (status !== 'PENDING_CANCEL' && state.cancelAt) facts.push({ event: 'cancel' });
  if (status !== 'PENDING_DOWNGRADE' && state.scheduled && !state.cancelAt) facts.push({ event: 'downgrade' });
  return facts;
}

export function statusOf(state: GatewaySubscription): SubscriptionStatus {
  if (state.status === 'ended') return 'ACTIVE';
  if (isWaiting(state)) return 'PENDING_PAYMENT';
  if (state.status === 'past_due') return 'FAILURE_PAYMENT';
  if (state.cancelAt) return 'PENDING_CANCEL';
  return state.scheduled ? 'PENDING_DOWNGRADE' : 'ACTIVE';
}

/** Credits move before the row is updated, because a missing balance is created from the old row. */
async function applyEffect(
  tx: Tx,
  row: SubscriptionRow,
  effect: TransitionEffect,
  { payment }: LifecycleFact,
  context: BillingContext,
): Promise<Partial<SubscriptionRow>> {
  const { accountId } = row;
  if (effect === 'notifyFailure') {
    await emailOwners(tx, row, 'paymentFailed', context);
    const { name } = await readPlanRow(tx, row.planId);
    const cause = payment?.id ?? row.renewsAt.toISOString();
    await recordEvent(tx, { accountId, type: 'payment.failed', cause, data: { plan: name } });
  }
  if (effect === 'moveToFreePlan') return moveToFreePlan(tx, row, context);
  if ((effect !== 'enterPlan' && effect !== 'startPeriod') || !payment?.item || !payment.span) return {};
  const plan = await readPlanRow(tx, payment.item.planId);
  const cause = `invoice:${payment.id}`;
  const bought = { planId: plan.id, period: payment.item.period, price: payment.item.amount };
  const renewsAt = payment.span.end;
  if (payment.reason !== 'change' || payment.isNewPeriod) {
    const periodStart = payment.span.start;
    await startPeriod(tx, accountId, { credits: plan.credits, periodStart, cause });
    return { ...bought, periodStart, renewsAt };
  }
  const before = await readPlanRow(tx, row.planId);
  const credits = proratedCredits(row, before, plan, payment.issuedAt);
  await addPeriodCredits(tx, accountId, { credits, cause });
  return { ...bought, renewsAt };
}

async function moveToFreePlan(
  tx: Tx,
  row: SubscriptionRow,
  context: BillingContext,
): Promise<Partial<SubscriptionRow>> {
  const plan = await readFreePlan(tx);
  const { now } = context;
  const cause = `ended:${row.gatewaySubscriptionId}`;
  await startPeriod(tx, row.accountId, { credits: plan.credits, periodStart: now, cause });
  await emailOwners(tx, row, 'subscriptionEnded', context);
  return { planId: plan.id, period: 'MONTHLY', price: 0, periodStart: now, renewsAt: addMonths(now, 1) };
}

async function emailOwners(
  tx: Tx,
  row: SubscriptionRow,
  template: 'paymentFailed' | 'subscriptionEnded',
  { publicUrl, now }: BillingContext,
): Promise<void> {
  const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, row.accountId));
  const plan = await readPlanRow(tx, row.planId);
  const values = { account: account?.name ?? '', plan: plan.name, date: longDay(now), url: `${publicUrl}/plan` };
  await mailOwners(tx, row.accountId, template, values);
}

/** Whatever the events were. */
function copiedColumns(status: SubscriptionStatus, row: SubscriptionRow, state: GatewaySubscription, wasPaid: boolean) {
  if (state.status === 'ended') {
    const none = { endsAt: null, cancelCause: null, pendingPlanId: null, pendingPeriod: null };
    // A card that the bank refused for the first payment would fail at the next one, too.
    return { ...none, gatewaySubscriptionId: null, ...(!wasPaid && { paymentMethod: null }) };
  }
  const target = state.pending ?? state.scheduled ?? (status === 'FAILURE_PAYMENT' ? state.item : null);
  const isElsewhere = target && (target.planId !== row.planId || target.period !== row.period);
  return {
    gatewaySubscriptionId: state.id,
    endsAt: state.cancelAt,
    cancelCause: state.cancelAt ? (row.cancelCause ?? ('owner' as const)) : null,
    pendingPlanId: isElsewhere ? target.planId : null,
    pendingPeriod: isElsewhere ? target.period : null,
    paymentMethod: state.method ?? row.paymentMethod,
  };
}

/** If staff gave the account the scheduled plan already, it is only charged from the renewal on. */
function withoutCurrentPlan({ planId, period }: SubscriptionRow, state: GatewaySubscription): GatewaySubscription {
  const isOwn = state.scheduled?.planId === planId && state.scheduled.period === period;
  return isOwn ? { ...state, scheduled: null } : state;
}

/** On a locked row; credits and emails once each. The version rises only when a visible column changes. */
export async function applySubscription(
  tx: Tx,
  locked: SubscriptionRow,
  reported: GatewaySubscription,
  context: BillingContext,
): Promise<SubscriptionRow> {
  const state = withoutCurrentPlan(locked, reported);
  let row = locked;
  const step = async (fact: LifecycleFact) => {
    const transition = transitionOf(row.status, fact.event);
    const change = transition ? await applyEffect(tx, row, transition.effect, fact, context) : {};
    row = { ...row, ...change, status: transition?.to ?? statusOf(state) };
  };
  for (const fact of await paymentFacts(tx, row, state)) await step(fact);
  for (const fact of statusFacts(row.status, row, state)) await step(fact);
  // The gateway's status takes precedence over the one that follows from the events.
  row = { ...row, status: statusOf(state) };
  row = { ...row, ...copiedColumns(row.status, row, state, !isFirstPayment(locked)) };
  return saveRow(tx, locked, row);
}

export async function saveRow(tx: Tx, locked: SubscriptionRow, row: SubscriptionRow): Promise<SubscriptionRow> {
  const version = isDeepStrictEqual(locked, row) ? locked.version : locked.version + 1;
  const updated = { ...row, version, gatewayReads: locked.gatewayReads + 1 };
  await tx.update(subscriptions).set(updated).where(eq(subscriptions.accountId, locked.accountId));
  return updated;
}

/** Its invoice and, once paid, the credits that it bought. */
export async function applyPayment(tx: Tx, locked: SubscriptionRow, payment: GatewayPayment): Promise<void> {
  await saveInvoice(tx, locked.accountId, payment);
  if (payment.status === 'paid' && payment.reference) {
    const { invoiceId, credits } = payment.reference;
    await addLastingCredits(tx, locked.accountId, { credits, cause: `invoice:${invoiceId}` });
  }
  await tx
    .update(subscriptions)
    .set({ gatewayReads: locked.gatewayReads + 1 })
    .where(eq(subscriptions.accountId, locked.accountId));
}
