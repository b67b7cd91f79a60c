import { expect, test } from 'vitest';
import { planCard } from '../../../src/console/layout/plan-panel.tsx';
import type { SessionPlan } from '../../../src/shared/session.ts';

const plan: SessionPlan = {
  name: 'Essencial',
  status: 'ACTIVE',
  price: 9900,
  period: 'MONTHLY',
  credits: 1000,
  creditsUsed: 100,
  creditsLasting: 0,
  renewsIn: null,
  failedPayment: false,
  hasHigherPlan: true,
  hasModel: false,
  flags: [],
};

test.each([
  // Columns: payment failed, higher plan exists, credits used of 1000 → label, warns
  [false, true, 0, 'seePlan', false],
  [false, true, 700, 'seePlan', false],
  [false, true, 700.1, 'upgrade', true],
  [false, true, 1000, 'upgrade', true],
  [false, false, 0, 'seePlan', false],
  [false, false, 700, 'seePlan', false],
  [false, false, 701, 'prepaid', true],
  [true, true, 0, 'seePlan', false],
  [true, true, 900, 'seePlan', true],
  [true, false, 900, 'seePlan', true],
] as const)(
  'payment failed %s, higher plan %s, %d used: shows %s, warns %s',
  (failedPayment, hasHigherPlan, creditsUsed, label, warns) => {
    const card = planCard({ ...plan, failedPayment, hasHigherPlan, creditsUsed });
    expect(card).toMatchObject({ label, isRunningOut: warns, hasFailedPayment: failedPayment });
  },
);

test.each([
  [0.9, 50, '0', '50', 0.018],
  [49.999, 50, '49', '50', 0.99998],
  [60, 50, '60', '50', 1],
  [1234.5, 10_000, '1.234', '10.000', 0.12345],
  [null, 50, '-', '50', null],
  [5, null, '5', '-', null],
  [null, null, '-', '-', null],
  [0, 0, '0', '0', null],
])('shows %s of %s credits as %s of %s', (creditsUsed, credits, used, limit, share) => {
  const card = planCard({ ...plan, creditsUsed, credits });
  expect(card).toMatchObject({ used, limit });
  if (share === null) expect(card.share).toBeNull();
  else expect(card.share).toBeCloseTo(share, 5);
});

test('shows a failed payment for that plan status too', () => {
  expect(planCard({ ...plan, status: 'FAILURE_PAYMENT' }).hasFailedPayment).toBe(true);
});
