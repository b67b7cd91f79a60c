import type Stripe from 'stripe';
import type { Item, Proration, Span } from '../../proration.ts';
import { dateOf, secondsOf } from './connect.ts';

/* The invoice of an upgrade is ours, line by line: what it is for stands in its metadata. */

export interface ChangeNote {
  item: Item;
  span: Span;
  isNewPeriod: boolean;
  /** What was quoted. */
  amount: number;
}

export const noteChange = (
  call: string,
  item: Item,
  { amount, span, isNewPeriod }: Proration,
): Stripe.MetadataParam => ({
  ...{ call, reason: 'change', plan_id: item.planId, plan_name: item.text, period: item.period, price: item.amount },
  ...{ starts: secondsOf(span.start), ends: secondsOf(span.end), new_period: String(isNewPeriod), amount },
});

/** Null for an invoice that Stripe made by itself. */
export function readChangeNote({ metadata }: Pick<Stripe.Invoice, 'metadata'>): ChangeNote | null {
  if (metadata?.reason !== 'change') return null;
  const { plan_id: planId = '', plan_name: text = '', period, price, starts, ends, amount } = metadata;
  return {
    item: { planId, text, period: period === 'YEARLY' ? 'YEARLY' : 'MONTHLY', amount: Number(price) },
    span: { start: dateOf(Number(starts)), end: dateOf(Number(ends)) },
    isNewPeriod: metadata.new_period === 'true',
    amount: Number(amount),
  };
}
