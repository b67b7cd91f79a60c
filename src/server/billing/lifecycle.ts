import type { SubscriptionCommand, SubscriptionStatus } from '../../shared/billing.ts';
import { SUBSCRIPTION_COMMANDS } from '../../shared/billing.ts';

/** What the gateway tells, whether or not anybody asked for it. */
export type GatewayFact =
  /** A first payment, or that of an upgrade, waits for the customer or his bank. */
  | 'awaiting'
  /** It came. */
  | 'paid'
  /** It did not: things are as they were before. */
  | 'refused'
  | 'renewed'
  | 'renewalFailed'
  /** The gateway has ended the subscription: on its last day, or after the last try of a renewal. */
  | 'ended';
export type LifecycleEvent = SubscriptionCommand | GatewayFact;

/** What a move does besides changing the status. */
export type Effect =
  /** Another plan from now on, with its credits. */
  | 'enterPlan'
  /** A new period with its credits. */
  | 'startPeriod'
  | 'tellOfFailure'
  /** The free plan, and word to the owner. */
  | 'fallToFree'
  | null;

interface Move {
  to: SubscriptionStatus;
  effect: Effect;
}

const to = (status: SubscriptionStatus, effect: Effect = null): Move => ({ to: status, effect });

/**
 * The life of a subscription: state, event, and where it leads. A command that is not here is refused (409); a command of
 * the owner and the same thing told by the gateway are one event. `checkout` is for whom nothing is charged yet.
 */
export const LIFECYCLE: Record<SubscriptionStatus, Partial<Record<LifecycleEvent, Move>>> = {
  ACTIVE: {
    checkout: to('PENDING_PAYMENT'),
    upgrade: to('PENDING_PAYMENT'),
    downgrade: to('PENDING_DOWNGRADE'),
    cancel: to('PENDING_CANCEL'),
    paymentMethod: to('ACTIVE'),
    prepaid: to('ACTIVE'),
    awaiting: to('PENDING_PAYMENT'),
    renewed: to('ACTIVE', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'tellOfFailure'),
    ended: to('ACTIVE', 'fallToFree'),
  },
  PENDING_PAYMENT: {
    cancelChange: to('ACTIVE'),
    prepaid: to('PENDING_PAYMENT'),
    paid: to('ACTIVE', 'enterPlan'),
    refused: to('ACTIVE'),
    ended: to('ACTIVE', 'fallToFree'),
  },
  PENDING_DOWNGRADE: {
    downgrade: to('PENDING_DOWNGRADE'),
    cancelChange: to('ACTIVE'),
    cancel: to('PENDING_CANCEL'),
    paymentMethod: to('PENDING_DOWNGRADE'),
    prepaid: to('PENDING_DOWNGRADE'),
    renewed: to('ACTIVE', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'tellOfFailure'),
    ended: to('ACTIVE', 'fallToFree'),
  },
  PENDING_CANCEL: {
    reactivate: to('ACTIVE'),
    paymentMethod: to('PENDING_CANCEL'),
    prepaid: to('PENDING_CANCEL'),
    renewed: to('PENDING_CANCEL', 'startPeriod'),
    renewalFailed: to('FAILURE_PAYMENT', 'tellOfFailure'),
    ended: to('ACTIVE', 'fallToFree'),
  },
  FAILURE_PAYMENT: {
    // What is unpaid is let go, and with it the plan: there is no paid period to keep.
    cancel: to('ACTIVE', 'fallToFree'),
    paymentMethod: to('FAILURE_PAYMENT'),
    prepaid: to('FAILURE_PAYMENT'),
    renewed: to('ACTIVE', 'startPeriod'),
    ended: to('ACTIVE', 'fallToFree'),
  },
};

/** Whose move it is: what needs something that is charged, or needs that nothing is. */
const OF_FREE: readonly SubscriptionCommand[] = ['checkout'];
const OF_PAYING: readonly SubscriptionCommand[] = ['upgrade', 'downgrade', 'cancel'];

/** Where an event leads from a state; null: nowhere, it is not legal there. */
export const moveOf = (state: SubscriptionStatus, event: LifecycleEvent): Move | null =>
  LIFECYCLE[state][event] ?? null;

/** Whether an owner may ask for this now. `isPaying`: the gateway holds a subscription. */
export function canCommand(state: SubscriptionStatus, isPaying: boolean, command: SubscriptionCommand): boolean {
  if (isPaying ? OF_FREE.includes(command) : OF_PAYING.includes(command)) return false;
  return moveOf(state, command) !== null;
}

/** Everything that an owner may ask for now. */
export const commandsIn = (state: SubscriptionStatus, isPaying: boolean): SubscriptionCommand[] =>
  SUBSCRIPTION_COMMANDS.filter((command) => canCommand(state, isPaying, command));
