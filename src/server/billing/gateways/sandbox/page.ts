import type { SandboxCard } from '../../../../shared/billing.ts';
import { type Db, withPlatform } from '../../../db/tenant.ts';
import { ApiError, notFound } from '../../../runtime/api-error.ts';
import { digest, isSameDigest } from '../../../runtime/secrets.ts';
import { closePayment, markPaid, methodOf, savePayment } from './payments.ts';
import {
  getObject,
  putObject,
  type SandboxPayment,
  type SandboxSetup,
  type SandboxSubscription,
  withCustomer,
} from './store.ts';
import { applyPaidChange, closeOpenPayment, saveSubscription } from './subscriptions.ts';

const isSecret = (given: string, own: string) => isSameDigest(digest(given), digest(own));

/** Throws `ApiError` `not_found` for a wrong secret. */
export async function confirmSetup(db: Db, id: string, clientSecret: string, card: SandboxCard): Promise<void> {
  const { customerId } = await withPlatform(db, (tx) => getObject(tx, 'setup', id));
  await withCustomer(db, customerId, async (tx, now) => {
    const setup = await getObject<SandboxSetup>(tx, 'setup', id);
    if (!isSecret(clientSecret, setup.data.secret)) throw notFound();
    if (setup.data.method) throw new ApiError('conflict');
    await putObject(tx, 'setup', { ...setup, data: { ...setup.data, method: methodOf(card, now) } });
  });
}

/** Throws `ApiError` `not_found` for a wrong secret, `payment_over` when nothing waits for confirmation. */
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
    // Renewals are retried automatically. Any other payment ends when it is refused.
    else if (reason === 'renewal') Object.assign(payment.data, { waitsFor: null, expiresAt: null });
    else closePayment(payment, 'void');
    await savePayment(tx, payment, outcome === 'pay' ? 'payment.paid' : 'payment.failed');
    if (subscription) {
      if (outcome === 'pay' && reason === 'change') applyPaidChange(subscription, payment);
      else if (outcome === 'pay') Object.assign(subscription.data, { status: 'active', failures: 0 });
      else if (reason !== 'renewal') await closeOpenPayment(tx, subscription, 'void');
      await saveSubscription(tx, subscription, 'subscription.changed');
    }
    return outcome === 'pay' ? 'done' : 'refused';
  });
}
