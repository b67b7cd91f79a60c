import { hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Db, type Tx, withPlatform } from '../../../db/tenant.ts';
import { ApiError } from '../../../runtime/api-error.ts';
import { newSecret, type SecretKey } from '../../../runtime/secrets.ts';
import { t } from '../../../runtime/translate.ts';
import { type Gateway, GatewayError, type NewPayment } from '../gateway.ts';
import { verifySignature } from '../signature.ts';
import { charge, closePayment, newPayment, paymentView, refund, savePayment, startPix } from './payments.ts';
import {
  findMethod,
  findObject,
  getObject,
  idOf,
  putObject,
  type SandboxCustomer,
  type SandboxPayment,
  type SandboxSetup,
  type SandboxSubscription,
  withCustomer,
} from './store.ts';
import {
  changeNow,
  closeOpenPayment,
  previewChange,
  retryCharge,
  saveSubscription,
  startSubscription,
  type StoredSubscription,
  subscriptionView,
} from './subscriptions.ts';

export const sandboxSecret = (key: SecretKey): string =>
  Buffer.from(hkdfSync('sha256', key.current, '', 'prosa sandbox webhooks', 32)).toString('base64url');

export const SANDBOX_SIGNATURE = 'sandbox-signature';

const eventBody = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(100),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  paymentId: z.string().nullable(),
});

const customerOf = (db: Db, kind: 'subscription' | 'payment' | 'setup', id: string): Promise<string> =>
  withPlatform(db, async (tx) => (await getObject(tx, kind, id)).customerId);

async function updateSubscription(
  db: Db,
  id: string,
  work: (subscription: StoredSubscription, tx: Tx) => Promise<void> | void,
): Promise<void> {
  await withCustomer(db, await customerOf(db, 'subscription', id), async (tx) => {
    const subscription = await getObject<SandboxSubscription>(tx, 'subscription', id);
    if (subscription.data.status === 'ended') return;
    await work(subscription, tx);
    await saveSubscription(tx, subscription, 'subscription.changed');
  });
}

/** In our own database, without money; sends signed webhooks like a real gateway. */
export function createSandbox(db: Db, key: SecretKey): Gateway {
  return {
    name: 'sandbox',
    isTest: true,
    publicKey: null,

    createCustomer: (callKey, customer) =>
      withPlatform(db, async (tx) => {
        const id = idOf('cus', callKey);
        if (!(await findObject(tx, 'customer', id))) {
          await putObject(tx, 'customer', { id, customerId: id, data: { ...customer, method: null }, dueAt: null });
        }
        return id;
      }),

    startSetup: (customerId) =>
      withCustomer(db, customerId, async (tx) => {
        const setupId = `seti_sandbox_${randomBytes(12).toString('hex')}`;
        const data: SandboxSetup = { secret: `${setupId}_secret_${newSecret()}`, method: null };
        await putObject(tx, 'setup', { id: setupId, customerId, data, dueAt: null });
        return { setupId, clientSecret: data.secret };
      }),

    setPaymentMethod: (_callKey, { customerId, setupId, subscriptionId }) =>
      withCustomer(db, customerId, async (tx, now) => {
        const setup = await findObject<SandboxSetup>(tx, 'setup', setupId);
        const method = setup?.customerId === customerId ? setup.data.method : null;
        if (!method) throw new GatewayError('payment_method_unconfirmed');
        const customer = await getObject<SandboxCustomer>(tx, 'customer', customerId);
        const isNew = customer.data.method?.id !== method.id;
        await putObject(tx, 'customer', { ...customer, data: { ...customer.data, method } });
        const subscription = subscriptionId
          ? await getObject<SandboxSubscription>(tx, 'subscription', subscriptionId)
          : null;
        if (subscription && isNew && subscription.data.status !== 'ended') {
          if (subscription.data.status === 'past_due') await retryCharge(tx, now, subscription, true);
          await saveSubscription(tx, subscription, 'subscription.changed');
        }
        const { card: _, ...known } = method;
        return known;
      }),

    forgetMethod: (_callKey, { customerId, earlierId }) =>
      withCustomer(db, customerId, async (tx) => {
        const customer = await getObject<SandboxCustomer>(tx, 'customer', customerId);
        const method = earlierId === null ? null : await findMethod(tx, customerId, earlierId);
        await putObject(tx, 'customer', { ...customer, data: { ...customer.data, method } });
      }),

    async createSubscription(callKey, start) {
      const { id, data } = await withCustomer(db, start.customerId, async (tx, now) =>
        getObject<SandboxSubscription>(tx, 'subscription', await startSubscription(tx, now, callKey, start)),
      );
      // Thrown after the transaction, so that the refused payment stays on record.
      if (data.status === 'ended') throw new GatewayError('card_refused');
      return id;
    },

    previewChange: (subscriptionId, item, at) =>
      withPlatform(db, async (tx) =>
        previewChange(await getObject<SandboxSubscription>(tx, 'subscription', subscriptionId), item, at),
      ),

    async changeSubscription(callKey, subscriptionId, change) {
      const outcome = await withCustomer(db, await customerOf(db, 'subscription', subscriptionId), async (tx, now) =>
        changeNow(tx, now, callKey, await getObject(tx, 'subscription', subscriptionId), change),
      );
      if (outcome === 'refused') throw new GatewayError('card_refused');
    },

    scheduleChange: (_callKey, id, item) => updateSubscription(db, id, ({ data }) => void (data.scheduled = item)),
    setCancelled: (_callKey, id, isCancelled) =>
      updateSubscription(db, id, ({ data }) => {
        data.isCancelled = isCancelled;
        if (isCancelled) data.scheduled = null;
      }),
    dropPending: (_callKey, id) =>
      updateSubscription(db, id, async (subscription, tx) => {
        const { status, pending } = subscription.data;
        if (status === 'incomplete' || pending) await closeOpenPayment(tx, subscription, 'void');
      }),
    endSubscription: (_callKey, id) =>
      updateSubscription(db, id, async (subscription, tx) => {
        await closeOpenPayment(tx, subscription, 'void');
        subscription.data.status = 'ended';
      }),

    createPayment: (callKey, payment) => createPayment(db, callKey, payment),

    refundPayment: async (id) =>
      withCustomer(db, await customerOf(db, 'payment', id), async (tx, now) => {
        const payment = await getObject<SandboxPayment>(tx, 'payment', id);
        if (refund(payment, now)) await savePayment(tx, payment, 'payment.refunded');
      }),

    readSubscription: (id) =>
      withPlatform(db, async (tx) => {
        const found = await findObject<SandboxSubscription>(tx, 'subscription', id);
        return found && subscriptionView(tx, found);
      }),
    readPayment: (id) =>
      withPlatform(db, async (tx) => {
        const found = await findObject<SandboxPayment>(tx, 'payment', id);
        return found && paymentView(found);
      }),

    readWebhook(rawBody, headers) {
      verifySignature(sandboxSecret(key), headers[SANDBOX_SIGNATURE], rawBody);
      try {
        return eventBody.parse(JSON.parse(rawBody.toString('utf8')));
      } catch {
        throw new ApiError('malformed_request');
      }
    },
  };
}

async function createPayment(db: Db, callKey: string, given: NewPayment): Promise<string> {
  const { customerId, amount, text, method, reference } = given;
  const id = idOf('pay', callKey);
  const status = await withCustomer(db, customerId, async (tx, now) => {
    const known = await findObject<SandboxPayment>(tx, 'payment', id);
    if (known) return known.data.status;
    const customer = await getObject<SandboxCustomer>(tx, 'customer', customerId);
    if (method === 'card' && !customer.data.method) throw new GatewayError('payment_method_missing');
    const lines = [{ text: t('billing.lines.pack', { pack: text }), amount }];
    const payment = newPayment(id, customerId, now, {
      reason: 'prepaid',
      subscriptionId: null,
      amount,
      lines,
      item: null,
      span: null,
      reference,
    });
    if (method === 'pix') startPix(payment, now);
    else if (charge(payment, customer.data, now, true) === 'refused') closePayment(payment, 'void');
    await savePayment(tx, payment, 'payment.created');
    return payment.data.status;
  });
  if (status === 'void' && method === 'card') throw new GatewayError('card_refused');
  return id;
}
