import type { Gateway } from '../gateway.ts';
import { connectStripe, type StripeConfig, translateError } from './connect.ts';
import { createCustomer, forgetMethod, setPaymentMethod, startSetup } from './methods.ts';
import { createPayment, readPayment } from './payments.ts';
import { refundPayment } from './refunds.ts';
import { scheduleChange, setCancelled } from './renewal.ts';
import { readUpToDate, toGatewaySubscription } from './state.ts';
import {
  changeSubscription,
  createSubscription,
  dropPending,
  endSubscription,
  previewChange,
} from './subscriptions.ts';
import { readWebhook } from './webhook.ts';

async function withTranslatedErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translateError(error);
  }
}

/** ApiError `gateway_unreachable` means that a request may have been executed: repeat it with the same key. */
export function createStripe(config: StripeConfig): Gateway {
  const to = connectStripe(config);
  return {
    name: 'stripe',
    isTest: /^[rs]k_test_/.test(config.secretKey),
    publicKey: config.publishableKey,
    createCustomer: (key, customer) => withTranslatedErrors(createCustomer(to, key, customer)),
    startSetup: (customerId) => withTranslatedErrors(startSetup(to, customerId)),
    setPaymentMethod: (key, use) => withTranslatedErrors(setPaymentMethod(to, key, use)),
    forgetMethod: (key, forgotten) => withTranslatedErrors(forgetMethod(to, key, forgotten)),
    createSubscription: (key, start) => withTranslatedErrors(createSubscription(to, key, start)),
    previewChange: (id, item, at) => withTranslatedErrors(previewChange(to, id, item, at)),
    changeSubscription: (key, id, change) => withTranslatedErrors(changeSubscription(to, key, id, change)),
    scheduleChange: (key, id, item) => withTranslatedErrors(scheduleChange(to, key, id, item)),
    setCancelled: (key, id, isCancelled) => withTranslatedErrors(setCancelled(to, key, id, isCancelled)),
    dropPending: (_key, id) => withTranslatedErrors(dropPending(to, id)),
    endSubscription: (key, id) => withTranslatedErrors(endSubscription(to, key, id)),
    createPayment: (key, payment) => withTranslatedErrors(createPayment(to, key, payment)),
    refundPayment: (id) => withTranslatedErrors(refundPayment(to, id)),
    readSubscription: (id) =>
      withTranslatedErrors(readUpToDate(to, id).then((own) => (own ? toGatewaySubscription(to, own) : null))),
    readPayment: (id) => withTranslatedErrors(readPayment(to, id)),
    readWebhook: (rawBody, headers) => readWebhook(to, config.webhookSecret, rawBody, headers['stripe-signature']),
  };
}
