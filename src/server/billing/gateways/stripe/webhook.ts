import Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { GatewayEvent } from '../gateway.ts';
import { type Connection, idOf } from './connect.ts';
import { isOwnPayment } from './payments.ts';

/** How old a signed message may be. */
const TOLERANCE_SECONDS = 300;

function customerOf(object: Stripe.Event.Data.Object): string | null {
  if ('object' in object && object.object === 'customer') return 'id' in object ? String(object.id) : null;
  const customer = 'customer' in object ? (object.customer as string | { id: string } | null) : null;
  return customer ? idOf(customer) : null;
}

function subscriptionOf({ data: { object } }: Stripe.Event): string | null {
  if (!('object' in object)) return null;
  if (object.object === 'subscription') return object.id;
  if (object.object === 'subscription_schedule') return object.subscription ? idOf(object.subscription) : null;
  if (object.object !== 'invoice') return null;
  const subscription = object.parent?.subscription_details?.subscription;
  return subscription ? idOf(subscription) : null;
}

function paymentOf({ data: { object } }: Stripe.Event): string | null {
  return 'object' in object && object.object === 'payment_intent' && isOwnPayment(object) ? object.id : null;
}

/** Reads what Stripe posted, over the very bytes. @throws Refusal `bad_signature`, `malformed_request` */
export function readWebhook({ api }: Connection, secret: string, rawBody: Buffer, signature: unknown): GatewayEvent {
  try {
    const event = api.webhooks.constructEvent(rawBody, String(signature ?? ''), secret, TOLERANCE_SECONDS);
    return {
      ...{ id: event.id, type: event.type, customerId: customerOf(event.data.object) },
      ...{ subscriptionId: subscriptionOf(event), paymentId: paymentOf(event) },
    };
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw new Refusal(isForged ? 'bad_signature' : 'malformed_request');
  }
}
