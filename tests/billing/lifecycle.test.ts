import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  canCommand,
  commandsIn,
  type LifecycleEvent,
  transitionOf,
  TRANSITIONS,
} from '../../src/server/billing/lifecycle.ts';
import { SUBSCRIPTION_COMMANDS, SUBSCRIPTION_STATUSES } from '../../src/shared/billing.ts';

const FACTS = ['awaiting', 'paid', 'refused', 'renewed', 'renewalFailed', 'ended'] as const;

describe('the commands that an owner may use', () => {
  test.each([
    ['ACTIVE', false, 'checkout paymentMethod prepaid'],
    ['ACTIVE', true, 'upgrade downgrade cancel paymentMethod prepaid'],
    ['PENDING_PAYMENT', true, 'cancelChange prepaid'],
    ['PENDING_DOWNGRADE', true, 'downgrade cancel cancelChange paymentMethod prepaid'],
    ['PENDING_CANCEL', true, 'reactivate paymentMethod prepaid'],
    ['FAILURE_PAYMENT', true, 'cancel paymentMethod prepaid'],
  ] as const)('in %s (paying: %s)', (state, isPaying, commands) => {
    expect(commandsIn(state, isPaying)).toEqual(commands.split(' '));
    for (const command of SUBSCRIPTION_COMMANDS) {
      expect(canCommand(state, isPaying, command)).toBe(commands.split(' ').includes(command));
    }
  });
});

describe('the transition table', () => {
  it('connects every state to every other', () => {
    for (const start of SUBSCRIPTION_STATUSES) {
      const reached = new Set([start]);
      for (const state of reached) for (const move of Object.values(TRANSITIONS[state])) reached.add(move.to);
      expect([...reached].sort(), start).toEqual([...SUBSCRIPTION_STATUSES].sort());
    }
  });

  it('grants a plan or a period only for a payment, and removes the plan only at the end', () => {
    for (const state of SUBSCRIPTION_STATUSES) {
      for (const [event, { effect }] of Object.entries(TRANSITIONS[state])) {
        if (effect === 'enterPlan') expect(event).toBe('paid');
        if (effect === 'startPeriod') expect(event).toBe('renewed');
        if (effect === 'moveToFreePlan') expect(['ended', 'cancel']).toContain(event);
      }
      expect(transitionOf(state, 'ended')?.effect, state).toBe('moveToFreePlan');
    }
  });

  it('leaves a pending payment only when it is resolved, and a failed one only when it is paid or the subscription ends', () => {
    const events = fc.array(fc.constantFrom<LifecycleEvent>(...SUBSCRIPTION_COMMANDS, ...FACTS), { maxLength: 60 });
    fc.assert(
      fc.property(events, (walk) => {
        let state: (typeof SUBSCRIPTION_STATUSES)[number] = 'ACTIVE';
        for (const event of walk) {
          const move = transitionOf(state, event);
          if (!move) continue;
          const leavesFailure = state === 'FAILURE_PAYMENT' && move.to !== 'FAILURE_PAYMENT';
          if (leavesFailure) expect(['renewed', 'ended', 'cancel']).toContain(event);
          const leavesPayment = state === 'PENDING_PAYMENT' && move.to !== 'PENDING_PAYMENT';
          if (leavesPayment) expect(['paid', 'refused', 'ended', 'cancelChange']).toContain(event);
          state = move.to;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
