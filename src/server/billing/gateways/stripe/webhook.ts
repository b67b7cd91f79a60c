import type Stripe from 'stripe';
import { ApiError } from '../../../runtime/api-error.ts';
import type { GatewayEvent } from '../gateway.ts';
import { idOf, type StripeConnection } from './connect.ts';
import { isOwnPayment } from './payments.ts';

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

function verify({ api }: StripeConnection, secret: string, rawBody: Buffer, signature: unknown): Stripe.Event {
  try {
    return api.webhooks.constructEvent(rawBody, String(signature ?? ''), secret, TOLERANCE_SECONDS);
  } catch (error) {
    // Stripe checks the signature before it parses the body. Some forged headers cause a plain Error.
    throw new ApiError(error instanceof SyntaxError ? 'malformed_request' : 'bad_signature');
  }
}

/** The signature covers the raw bytes. Throws `ApiError` `bad_signature`, `malformed_request`. */
export function readWebhook(
  connection: StripeConnection,
  secret: string,
  rawBody: Buffer,
  signature: unknown,
): GatewayEvent {
  const event = verify(connection, secret, rawBody, signature);
  if (typeof event.id !== 'string' || typeof event.data?.object !== 'object') throw new ApiError('malformed_request');
  return {
    id: event.id,
    type: event.type,
    customerId: customerOf(event.data.object),
    subscriptionId: subscriptionOf(event),
    paymentId: paymentOf(event),
  };
}
