import { CREDITS_WARNING_SHARE } from '../../shared/constants.ts';
import { formatCredits } from '../../shared/format.ts';
import type { SessionPlan } from '../../shared/session.ts';

type PlanLabel = 'seePlan' | 'prepaid' | 'upgrade';

export interface PlanCard {
  /** Whole credits, rounded down; `-` when unknown. */
  used: string;
  limit: string;
  /** From 0 to 1; null when unknown. */
  share: number | null;
  /** The last part of the locale key for the link to /plan. */
  label: PlanLabel;
  hasFailedPayment: boolean;
  /** More than 70 % of the credits are used. */
  isRunningOut: boolean;
}

const whole = (credits: number | null) => (credits === null ? '-' : formatCredits(credits));

function labelOf(plan: SessionPlan, hasFailed: boolean, isRunningOut: boolean): PlanLabel {
  if (hasFailed || !isRunningOut) return 'seePlan';
  return plan.hasHigherPlan ? 'upgrade' : 'prepaid';
}

export function planCard(plan: SessionPlan): PlanCard {
  const { credits, creditsUsed } = plan;
  const share = credits !== null && creditsUsed !== null && credits > 0 ? creditsUsed / credits : null;
  const isRunningOut = share !== null && share > CREDITS_WARNING_SHARE;
  const hasFailedPayment = plan.failedPayment || plan.status === 'FAILURE_PAYMENT';
  return {
    used: whole(creditsUsed),
    limit: whole(credits),
    share: share === null ? null : Math.min(Math.max(share, 0), 1),
    label: labelOf(plan, hasFailedPayment, isRunningOut),
    hasFailedPayment,
    isRunningOut,
  };
}
