import type Stripe from 'stripe';
import { digest } from '../../../runtime/secrets.ts';
import type { PlanItem } from '../../proration.ts';
import { idOf, stepKey, type StripeConnection } from './connect.ts';

/* Editing a plan creates a new price; existing subscriptions keep theirs. Metadata keeps old invoices readable. */

const lookupOf = ({ planId, text, period, amount }: PlanItem) =>
  `prosa-${digest(JSON.stringify([planId, text, period, amount])).slice(0, 40)}`;

export function itemOfPrice({ metadata, recurring, unit_amount: amount }: Stripe.Price): PlanItem | null {
  const { plan_id: planId, plan_name: text } = metadata;
  if (!planId || !recurring || amount === null) return null;
  return { planId, text: text ?? '', period: recurring.interval === 'year' ? 'YEARLY' : 'MONTHLY', amount };
}

export async function ensurePrice({ api }: StripeConnection, item: PlanItem): Promise<string> {
  const key = lookupOf(item);
  const { data } = await api.prices.list({ lookup_keys: [key], limit: 1 });
  if (data[0]) return data[0].id;
  const price = await api.prices.create(
    {
      currency: 'brl',
      unit_amount: item.amount,
      lookup_key: key,
      recurring: { interval: item.period === 'YEARLY' ? 'year' : 'month' },
      product_data: { name: item.text },
      metadata: { plan_id: item.planId, plan_name: item.text },
    },
    stepKey(key, 'price'),
  );
  return price.id;
}

export async function readPrice(
  { api, prices }: StripeConnection,
  price: string | { id: string },
): Promise<PlanItem | null> {
  const id = idOf(price);
  const known = prices.get(id);
  if (known !== undefined) return known;
  const item = itemOfPrice(await api.prices.retrieve(id));
  prices.set(id, item);
  return item;
}
