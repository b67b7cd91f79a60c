import type { PlanPeriod } from '../../shared/plans.ts';

/** The same day `months` later, or the last of a shorter month. Count from the first day always: so no day is lost. */
export function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate();
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return moved;
}

const MONTHS: Record<PlanPeriod, number> = { MONTHLY: 1, YEARLY: 12 };

/** The end of the `count`th period since `anchor`. */
export const periodEnd = (anchor: Date, period: PlanPeriod, count = 1): Date =>
  addMonths(anchor, MONTHS[period] * count);

/** Whether a period is at least as long as another. */
export const isAsLong = (period: PlanPeriod, other: PlanPeriod): boolean => MONTHS[period] >= MONTHS[other];
