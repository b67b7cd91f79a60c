import type Stripe from 'stripe';
import { digest } from '../../../runtime/secrets.ts';
import type { Item } from '../../proration.ts';
import { type Connection, idOf, stepKey } from './connect.ts';

/*
 * Our plans as Stripe's prices. A price is made at its first need for a plan's name, period and amount, found again by its
 * lookup key, and says by itself which item it is: so a subscription, a schedule and an invoice of years ago tell what they
 * were for, and a plan that staff edit is another price that nobody has who did not ask for it.
 */

const lookupOf = ({ planId, text, period, amount }: Item) =>
  `prosa-${digest(JSON.stringify([planId, text, period, amount])).slice(0, 40)}`;

/** The item that a price stands for; null for one that is not ours. */
export function itemOfPrice({ metadata, recurring, unit_amount: amount }: Stripe.Price): Item | null {
  const { plan_id: planId, plan_name: text } = metadata;
  if (!planId || !recurring || amount === null) return null;
  return { planId, text: text ?? '', period: recurring.interval === 'year' ? 'YEARLY' : 'MONTHLY', amount };
}

/** The id of an item's price. */
export async function readyPrice({ api }: Connection, item: Item): Promise<string> {
  const key = lookupOf(item);
  const { data } = await api.prices.list({ lookup_keys: [key], limit: 1 });
  if (data[0]) return data[0].id;
  const price = await api.prices.create(
    {
      ...{ currency: 'brl', unit_amount: item.amount, lookup_key: key },
      recurring: { interval: item.period === 'YEARLY' ? 'year' : 'month' },
      product_data: { name: item.text },
      metadata: { plan_id: item.planId, plan_name: item.text },
    },
    stepKey(key, 'price'),
  );
  return price.id;
}

/** The item of a price that something mentions. */
export async function readPrice({ api, prices }: Connection, price: string | { id: string }): Promise<Item | null> {
  const id = idOf(price);
  const known = prices.get(id);
  if (known !== undefined) return known;
  const item = itemOfPrice(await api.prices.retrieve(id));
  prices.set(id, item);
  return item;
}
