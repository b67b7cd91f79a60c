import type { SandboxCard } from '../../../../shared/billing.ts';
import { type Db, withPlatform } from '../../../db/tenant.ts';
import { notFound, ApiError } from '../../../runtime/api-error.ts';
import { digest, isSameDigest } from '../../../runtime/secrets.ts';
import { keepPayment, markOver, markPaid, methodOf } from './payments.ts';
import {
  getObject,
  putObject,
  type SandboxPayment,
  type SandboxSubscription,
  type Setup,
  withCustomer,
} from './store.ts';
import { enterItem, keepSubscription, letGo } from './subscriptions.ts';

/* What a customer does at a gateway's own page, by the secret that we gave him: there nobody asks who he is. */

const isSecret = (given: string, own: string) => isSameDigest(digest(given), digest(own));

/** Types in a card. @throws ApiError `not_found` for another's secret. */
export async function confirmSetup(db: Db, id: string, clientSecret: string, card: SandboxCard): Promise<void> {
  const { customerId } = await withPlatform(db, (tx) => getObject(tx, 'setup', id));
  await withCustomer(db, customerId, async (tx, now) => {
    const setup = await getObject<Setup>(tx, 'setup', id);
    if (!isSecret(clientSecret, setup.data.secret)) throw notFound();
    if (setup.data.method) throw new ApiError('conflict');
    await putObject(tx, 'setup', { ...setup, data: { ...setup.data, method: methodOf(card, now) } });
  });
}

/**
 * Says yes or no to a payment: the bank's question, or a Pix.
 * @throws ApiError `not_found` for another's secret, `payment_over` when there is nothing to confirm any more.
 */
export async function confirmPayment(
  db: Db,
  id: string,
  clientSecret: string,
  outcome: 'pay' | 'refuse',
): Promise<'done' | 'refused'> {
  const { customerId } = await withPlatform(db, (tx) => getObject(tx, 'payment', id));
  return withCustomer(db, customerId, async (tx, now) => {
    const payment = await getObject<SandboxPayment>(tx, 'payment', id);
    if (!isSecret(clientSecret, payment.data.secret)) throw notFound();
    if (payment.data.status === 'paid' && outcome === 'pay') return 'done';
    if (payment.data.status !== 'open' || !payment.data.waitsFor) throw new ApiError('payment_over');
    const { subscriptionId, reason } = payment.data;
    const subscription = subscriptionId
      ? await getObject<SandboxSubscription>(tx, 'subscription', subscriptionId)
      : null;
    if (outcome === 'pay') markPaid(payment, now);
    // An unpaid renewal is tried again by itself; everything else ends with a no.
    else if (reason === 'renewal') Object.assign(payment.data, { waitsFor: null, expiresAt: null });
    else markOver(payment, 'void');
    await keepPayment(tx, payment, outcome === 'pay' ? 'payment.paid' : 'payment.failed');
    if (subscription) {
      if (outcome === 'pay' && reason === 'change') enterItem(subscription, payment);
      else if (outcome === 'pay') Object.assign(subscription.data, { status: 'active', failures: 0 });
      else if (reason !== 'renewal') await letGo(tx, subscription, 'void');
      await keepSubscription(tx, subscription, 'subscription.changed');
    }
    return outcome === 'pay' ? 'done' : 'refused';
  });
}
