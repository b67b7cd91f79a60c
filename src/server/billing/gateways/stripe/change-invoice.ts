import type Stripe from 'stripe';
import type { DateSpan, PlanItem, Proration } from '../../proration.ts';
import { dateOf, secondsOf } from './connect.ts';

interface ChangeMetadata {
  item: PlanItem;
  span: DateSpan;
  isNewPeriod: boolean;
  amount: number;
}

export const writeChangeMetadata = (
  call: string,
  item: PlanItem,
  { amount, span, isNewPeriod }: Proration,
): Stripe.MetadataParam => ({
  call,
  reason: 'change',
  plan_id: item.planId,
  plan_name: item.text,
  period: item.period,
  price: item.amount,
  starts: secondsOf(span.start),
  ends: secondsOf(span.end),
  new_period: String(isNewPeriod),
  amount,
});

/** Null for an invoice that Stripe created by itself. */
export function readChangeMetadata({ metadata }: Pick<Stripe.Invoice, 'metadata'>): ChangeMetadata | null {
  if (metadata?.reason !== 'change') return null;
  const { plan_id: planId = '', plan_name: text = '', period, price, starts, ends, amount } = metadata;
  return {
    item: { planId, text, period: period === 'YEARLY' ? 'YEARLY' : 'MONTHLY', amount: Number(price) },
    span: { start: dateOf(Number(starts)), end: dateOf(Number(ends)) },
    isNewPeriod: metadata.new_period === 'true',
    amount: Number(amount),
  };
}
