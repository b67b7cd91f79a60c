import type { SubscriptionCommand, SubscriptionStatus } from '../../shared/billing.ts';
import { SUBSCRIPTION_COMMANDS } from '../../shared/billing.ts';

type GatewayFact =
  /** A first payment or an upgrade waits for the customer or their bank. */
  | 'awaiting'
  | 'paid'
  /** Or it expired; the plan stays as it was. */
  | 'refused'
  | 'renewed'
  | 'renewalFailed'
  /** After the last period, or the last retry of a renewal. */
  | 'ended';
export type LifecycleEvent = SubscriptionCommand | GatewayFact;

export type TransitionEffect = 'enterPlan' | 'startPeriod' | 'notifyFailure' | 'moveToFreePlan' | null;

interface Transition {
  to: SubscriptionStatus;
  effect: TransitionEffect;
}

const to = (status: SubscriptionStatus, effect: TransitionEffect = null): Transition => ({ to: status, effect });

/**
 * Others are rejected (409). Owner's and gateway's changes are the same events. `checkout`: while no gateway charges.
 */
export const TRANSITIONS: Record<SubscriptionStatus, Partial<Record<LifecycleEvent, Transition>>> = {
  ACTIVE: {
    checkout: to('PENDING_PAYMENT'),
    upgrade: to('PENDING_PAYMENT'),
    downgrade: to('PENDING_DOWNGRADE'),
    cancel: to('PENDING_CANCEL'),
    paymentMethod: to('ACTIVE'),
    prepaid: to('ACTIVE'),
    awaiting: to('PENDING_PAYMENT'),
    renewed: to('ACTIVE', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'notifyFailure'),
    ended: to('ACTIVE', 'moveToFreePlan'),
  },
  PENDING_PAYMENT: {
    cancelChange: to('ACTIVE'),
    prepaid: to('PENDING_PAYMENT'),
    paid: to('ACTIVE', 'enterPlan'),
    refused: to('ACTIVE'),
    ended: to('ACTIVE', 'moveToFreePlan'),
  },
  PENDING_DOWNGRADE: {
    downgrade: to('PENDING_DOWNGRADE'),
    cancelChange: to('ACTIVE'),
    cancel: to('PENDING_CANCEL'),
    paymentMethod: to('PENDING_DOWNGRADE'),
    prepaid: to('PENDING_DOWNGRADE'),
    renewed: to('ACTIVE', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'notifyFailure'),
    ended: to('ACTIVE', 'moveToFreePlan'),
  },
  PENDING_CANCEL: {
    reactivate: to('ACTIVE'),
    paymentMethod: to('PENDING_CANCEL'),
    prepaid: to('PENDING_CANCEL'),
    renewed: to('PENDING_CANCEL', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'notifyFailure'),
    ended: to('ACTIVE', 'moveToFreePlan'),
  },
  FAILURE_PAYMENT: {
    // The unpaid invoice is voided and the plan ends at once, because no paid period is left.
    cancel: to('ACTIVE', 'moveToFreePlan'),
    paymentMethod: to('FAILURE_PAYMENT'),
    prepaid: to('FAILURE_PAYMENT'),
    renewed: to('ACTIVE', 'startPeriod'),
    ended: to('ACTIVE', 'moveToFreePlan'),
  },
};

/** Without, and with, a subscription at the gateway. */
const FREE_COMMANDS: readonly SubscriptionCommand[] = ['checkout'];
const PAYING_COMMANDS: readonly SubscriptionCommand[] = ['upgrade', 'downgrade', 'cancel'];

/** Null when the event is not allowed in this state. */
export const transitionOf = (state: SubscriptionStatus, event: LifecycleEvent): Transition | null =>
  TRANSITIONS[state][event] ?? null;

/** `isPaying`: the gateway has a subscription. */
export function canCommand(state: SubscriptionStatus, isPaying: boolean, command: SubscriptionCommand): boolean {
  if (isPaying ? FREE_COMMANDS.includes(command) : PAYING_COMMANDS.includes(command)) return false;
  return transitionOf(state, command) !== null;
}

export const commandsIn = (state: SubscriptionStatus, isPaying: boolean): SubscriptionCommand[] =>
  SUBSCRIPTION_COMMANDS.filter((command) => canCommand(state, isPaying, command));
