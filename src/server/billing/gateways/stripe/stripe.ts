import type { Gateway } from '../gateway.ts';
import { connectStripe, type StripeConfig, translateError } from './connect.ts';
import { createCustomer, startSetup, useMethod } from './methods.ts';
import { createPayment, readPayment } from './payments.ts';
import { scheduleChange, setCancelled } from './renewal.ts';
import { readOwn, viewSubscription } from './state.ts';
import {
  changeSubscription,
  createSubscription,
  dropPending,
  endSubscription,
  previewChange,
} from './subscriptions.ts';
import { readWebhook } from './webhook.ts';

/** With Stripe's errors told as billing knows them. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translateError(error);
  }
}

/**
 * Stripe. What does not answer is an ApiError `gateway_unreachable`: whether it was done is not known then, and the same key
 * finds out.
 */
export function createStripe(config: StripeConfig): Gateway {
  const to = connectStripe(config);
  return {
    name: 'stripe',
    isTest: /^[rs]k_test_/.test(config.secretKey),
    publicKey: config.publishableKey,
    createCustomer: (key, customer) => told(createCustomer(to, key, customer)),
    startSetup: (customerId) => told(startSetup(to, customerId)),
    useMethod: (key, use) => told(useMethod(to, key, use)),
    createSubscription: (key, start) => told(createSubscription(to, key, start)),
    previewChange: (id, item, at) => told(previewChange(to, id, item, at)),
    changeSubscription: (key, id, change) => told(changeSubscription(to, key, id, change)),
    scheduleChange: (key, id, item) => told(scheduleChange(to, key, id, item)),
    setCancelled: (key, id, isCancelled) => told(setCancelled(to, key, id, isCancelled)),
    dropPending: (_key, id) => told(dropPending(to, id)),
    endSubscription: (key, id) => told(endSubscription(to, key, id)),
    createPayment: (key, payment) => told(createPayment(to, key, payment)),
    readSubscription: (id) => told(readOwn(to, id).then((own) => (own ? viewSubscription(to, own) : null))),
    readPayment: (id) => told(readPayment(to, id)),
    readWebhook: (rawBody, headers) => readWebhook(to, config.webhookSecret, rawBody, headers['stripe-signature']),
  };
}
