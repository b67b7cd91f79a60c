import type { InvoiceLine } from '../../shared/billing.ts';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import { isAsLong, periodEnd } from '../runtime/calendar.ts';
import { t } from '../runtime/translate.ts';

/** `amount` in centavos; `text` is the plan's name. */
export interface PlanItem {
  planId: string;
  text: string;
  period: PlanPeriod;
  amount: number;
}

export interface DateSpan {
  start: Date;
  end: Date;
}

/** By the part of the span left at `at`, rounded half up. */
export function prorateAmount(amount: number, { start, end }: DateSpan, at: Date): number {
  const all = BigInt(end.getTime() - start.getTime());
  const left = BigInt(Math.min(Math.max(end.getTime() - at.getTime(), 0), end.getTime() - start.getTime()));
  if (all <= 0n) return 0;
  return Number((BigInt(amount) * left * 2n + all) / (all * 2n));
}

/** A higher price for at least the same rank and period. All else waits, so no change ever causes a refund. */
export function isUpgrade(from: PlanItem & { rank: number }, into: PlanItem & { rank: number }): boolean {
  return into.rank >= from.rank && isAsLong(into.period, from.period) && into.amount > from.amount;
}

export interface Proration {
  lines: InvoiceLine[];
  amount: number;
  /** That is paid for. A longer one starts at the change. */
  span: DateSpan;
  isNewPeriod: boolean;
}

/** Credits the rest of the old plan; charges the rest of the new one, or a whole new period. */
export function prorate(from: PlanItem, into: PlanItem, span: DateSpan, at: Date): Proration {
  const isNewPeriod = from.period !== into.period;
  const next = isNewPeriod ? { start: at, end: periodEnd(at, into.period) } : span;
  const unused = prorateAmount(from.amount, span, at);
  const due = isNewPeriod ? into.amount : prorateAmount(into.amount, span, at);
  const lines = [
    { text: t(isNewPeriod ? 'billing.lines.period' : 'billing.lines.rest', lineValues(into)), amount: due },
    { text: t('billing.lines.unused', lineValues(from)), amount: unused === 0 ? 0 : -unused },
  ];
  return { lines, amount: due - unused, span: next, isNewPeriod };
}

const lineValues = ({ text, period }: PlanItem) => ({ plan: text, period: t(`billing.periods.${period}`) });

export const periodLine = (item: PlanItem): InvoiceLine => ({
  text: t('billing.lines.period', lineValues(item)),
  amount: item.amount,
});
