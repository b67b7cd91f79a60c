import type { InvoiceLine } from '../../shared/billing.ts';
import type { PlanPeriod } from '../../shared/plan-periods.ts';
import { t } from '../runtime/translate.ts';
import { isAsLong, periodEnd } from '../runtime/calendar.ts';

/** What is subscribed to: a plan by a period, at a price in centavos. `text`: the plan's name. */
export interface Item {
  planId: string;
  text: string;
  period: PlanPeriod;
  amount: number;
}

export interface Span {
  start: Date;
  end: Date;
}

/** The part of a whole number that falls on what is left of a span at a moment, rounded half up. */
export function shareLeft(whole: number, { start, end }: Span, at: Date): number {
  const all = BigInt(end.getTime() - start.getTime());
  const left = BigInt(Math.min(Math.max(end.getTime() - at.getTime(), 0), end.getTime() - start.getTime()));
  if (all <= 0n) return 0;
  return Number((BigInt(whole) * left * 2n + all) / (all * 2n));
}

/**
 * Whether a change is charged now: a dearer plan, or the same by a longer period. Everything else waits for the renewal,
 * so that no change ever gives money back.
 */
export function isUpgrade(from: Item & { rank: number }, into: Item & { rank: number }): boolean {
  return into.rank >= from.rank && isAsLong(into.period, from.period) && into.amount > from.amount;
}

export interface Proration {
  lines: InvoiceLine[];
  amount: number;
  /** The period that the item is paid for then; a longer one begins anew. */
  span: Span;
  isNewPeriod: boolean;
}

/** What a change now costs: the rest of the old is taken off, the rest of the new (or a whole new period) is added. */
export function prorate(from: Item, into: Item, span: Span, at: Date): Proration {
  const isNewPeriod = from.period !== into.period;
  const next = isNewPeriod ? { start: at, end: periodEnd(at, into.period) } : span;
  const unused = shareLeft(from.amount, span, at);
  const due = isNewPeriod ? into.amount : shareLeft(into.amount, span, at);
  const lines = [
    { text: t(isNewPeriod ? 'billing.lines.period' : 'billing.lines.rest', lineWords(into)), amount: due },
    { text: t('billing.lines.unused', lineWords(from)), amount: unused === 0 ? 0 : -unused },
  ];
  return { lines, amount: due - unused, span: next, isNewPeriod };
}

const lineWords = ({ text, period }: Item) => ({ plan: text, period: t(`billing.periods.${period}`) });

/** The line of a whole period. */
export const periodLine = (item: Item): InvoiceLine => ({
  text: t('billing.lines.period', lineWords(item)),
  amount: item.amount,
});
