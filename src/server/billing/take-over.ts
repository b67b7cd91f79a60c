import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { SubscriptionStatus } from '../../shared/billing.ts';
import { addMonths, longDay } from '../runtime/calendar.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { accounts } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { readOwners } from '../identity/account/account-deletion.ts';
import { queueEmail } from '../mail/emails.ts';
import { giveLasting, raisePeriod, startPeriod } from './balance.ts';
import type { GatewayPayment, GatewaySubscription } from './gateways/gateway.ts';
import { keepInvoice } from './invoices.ts';
import { type Effect, type LifecycleEvent, moveOf } from './lifecycle.ts';
import { shareLeft } from './proration.ts';
import { readFreePlan, readPlanRow, type SubscriptionRow } from './subscription-row.ts';

/*
 * The gateway's present state, taken over into ours. What happened in between is told from the difference, so it does not
 * matter which events came, how often and in which order.
 */

/** When and where this happens: `now` by the gateway's clock. */
export interface Moment {
  now: Date;
  publicUrl: string;
}

interface Fact {
  event: LifecycleEvent;
  payment?: GatewayPayment;
}

const isWaiting = (state: GatewaySubscription) => state.status === 'incomplete' || state.pending !== null;

/** What its payments tell: those that are paid now and were not, and a renewal that failed. */
async function paymentFacts(tx: Tx, row: SubscriptionRow, state: GatewaySubscription): Promise<Fact[]> {
  const facts: Fact[] = [];
  let isPending = row.status === 'PENDING_PAYMENT';
  for (const payment of state.payments) {
    const before = await keepInvoice(tx, row.accountId, payment);
    const isPaidNow = payment.status === 'paid' && before?.status !== 'paid';
    if (payment.reason === 'renewal') {
      if (isPaidNow) {
        // What waited has lapsed by then.
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

/** What its standing tells, once its payments have been taken into account. */
function standingFacts(status: SubscriptionStatus, row: SubscriptionRow, state: GatewaySubscription): Fact[] {
  if (state.status === 'ended') {
    // One whose first payment never came leaves what there was as it was.
    return [{ event: status === 'PENDING_PAYMENT' && row.price === 0 ? 'refused' : 'ended' }];
  }
  if (status === 'PENDING_PAYMENT') return isWaiting(state) ? [] : [{ event: 'refused' }];
  if (isWaiting(state)) return [{ event: 'awaiting' }];
  if (status === 'FAILURE_PAYMENT') return [];
  const facts: Fact[] = [];
  if (status === 'PENDING_CANCEL' && !state.cancelAt) facts.push({ event: 'reactivate' });
  if (status === 'PENDING_DOWNGRADE' && !state.scheduled && !state.cancelAt) facts.push({ event: 'cancelChange' });
  if (status !== 'PENDING_CANCEL' && state.cancelAt) facts.push({ event: 'cancel' });
  if (status !== 'PENDING_DOWNGRADE' && state.scheduled && !state.cancelAt) facts.push({ event: 'downgrade' });
  return facts;
}

/** What the gateway's state comes to as a status, whatever ours was. */
export function statusOf(state: GatewaySubscription): SubscriptionStatus {
  if (state.status === 'ended') return 'ACTIVE';
  if (isWaiting(state)) return 'PENDING_PAYMENT';
  if (state.status === 'past_due') return 'FAILURE_PAYMENT';
  if (state.cancelAt) return 'PENDING_CANCEL';
  return state.scheduled ? 'PENDING_DOWNGRADE' : 'ACTIVE';
}

/** What an effect changes of the row. Credits are moved before the row is: a balance that is not there yet opens by it. */
async function bringAbout(
  tx: Tx,
  row: SubscriptionRow,
  effect: Effect,
  { payment }: Fact,
  moment: Moment,
): Promise<Partial<SubscriptionRow>> {
  const { accountId } = row;
  if (effect === 'tellOfFailure') await tell(tx, row, 'paymentFailed', moment);
  if (effect === 'fallToFree') return fallToFree(tx, row, moment);
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
  const month = { start: row.periodStart, end: addMonths(row.periodStart, 1) };
  const credits = shareLeft(Math.max(0, plan.credits - before.credits), month, payment.issuedAt);
  await raisePeriod(tx, accountId, { credits, cause });
  return { ...bought, renewsAt };
}

/** The free plan from now on; credits that last stay. */
async function fallToFree(tx: Tx, row: SubscriptionRow, moment: Moment): Promise<Partial<SubscriptionRow>> {
  const plan = await readFreePlan(tx);
  const { now } = moment;
  const cause = `ended:${row.gatewaySubscriptionId}`;
  await startPeriod(tx, row.accountId, { credits: plan.credits, periodStart: now, cause });
  await tell(tx, row, 'subscriptionEnded', moment);
  return { planId: plan.id, period: 'MONTHLY', price: 0, periodStart: now, renewsAt: addMonths(now, 1) };
}

async function tell(
  tx: Tx,
  row: SubscriptionRow,
  letter: 'paymentFailed' | 'subscriptionEnded',
  { publicUrl, now }: Moment,
): Promise<void> {
  const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, row.accountId));
  const plan = await readPlanRow(tx, row.planId);
  const date = longDay(now);
  for (const { name, email } of await readOwners(tx, row.accountId)) {
    const values = { name, account: account?.name ?? '', plan: plan.name, date, url: `${publicUrl}/plan` };
    await queueEmail(tx, row.accountId, email, letter, values);
  }
}

/** What of the gateway's standing is ours to show, whichever way it came to it. */
function standing(status: SubscriptionStatus, row: SubscriptionRow, state: GatewaySubscription) {
  if (state.status === 'ended') {
    const none = { endsAt: null, cancelCause: null, pendingPlanId: null, pendingPeriod: null };
    return { ...none, gatewaySubscriptionId: null };
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

/** What an account has already, because staff gave it, is no change that waits for the renewal: it is only charged from then. */
function withoutOwn({ planId, period }: SubscriptionRow, state: GatewaySubscription): GatewaySubscription {
  const isOwn = state.scheduled?.planId === planId && state.scheduled.period === period;
  return isOwn ? { ...state, scheduled: null } : state;
}

/**
 * Takes a subscription of the gateway over into a locked row. Credits and letters follow from what has changed, each
 * once. The row's version counts only what can be seen.
 */
export async function takeOver(
  tx: Tx,
  locked: SubscriptionRow,
  told: GatewaySubscription,
  moment: Moment,
): Promise<SubscriptionRow> {
  const state = withoutOwn(locked, told);
  let row = locked;
  const step = async (fact: Fact) => {
    const move = moveOf(row.status, fact.event);
    const change = move ? await bringAbout(tx, row, move.effect, fact, moment) : {};
    row = { ...row, ...change, status: move?.to ?? statusOf(state) };
  };
  for (const fact of await paymentFacts(tx, row, state)) await step(fact);
  for (const fact of standingFacts(row.status, row, state)) await step(fact);
  // Whatever we made of it, the gateway's word is the last.
  row = { ...row, status: statusOf(state) };
  row = { ...row, ...standing(row.status, row, state) };
  return keepRow(tx, locked, row);
}

/** Writes what has become of a locked row. */
export async function keepRow(tx: Tx, locked: SubscriptionRow, row: SubscriptionRow): Promise<SubscriptionRow> {
  const version = isDeepStrictEqual(locked, row) ? locked.version : locked.version + 1;
  const kept = { ...row, version, gatewayReads: locked.gatewayReads + 1 };
  await tx.update(subscriptions).set(kept).where(eq(subscriptions.accountId, locked.accountId));
  return kept;
}

/** Takes a payment by itself over: its invoice, and once it is paid the credits that it bought. */
export async function takePaymentOver(tx: Tx, locked: SubscriptionRow, payment: GatewayPayment): Promise<void> {
  await keepInvoice(tx, locked.accountId, payment);
  if (payment.status === 'paid' && payment.reference) {
    const { invoiceId, credits } = payment.reference;
    await giveLasting(tx, locked.accountId, { credits, cause: `invoice:${invoiceId}` });
  }
  await tx
    .update(subscriptions)
    .set({ gatewayReads: locked.gatewayReads + 1 })
    .where(eq(subscriptions.accountId, locked.accountId));
}
