import Stripe from 'stripe';
import { ApiError } from '../../../runtime/api-error.ts';
import { digest } from '../../../runtime/secrets.ts';
import type { Item } from '../../proration.ts';
import { GatewayRefusal } from '../gateway.ts';

export interface StripeConfig {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  /** Where its API is, when it is not Stripe's own. */
  apiUrl?: string;
  timeoutMs?: number;
  retries?: number;
}

/** An answer is waited for so long, and the question put so often again, by the same key. */
const TIMEOUT_MS = 8_000;
const RETRIES = 2;
const RETRY_AFTER_SECONDS = 30;

/** What the files of this folder share: the client, and the prices that it has seen. They never change. */
export interface Connection {
  api: Stripe;
  prices: Map<string, Item | null>;
}

export function connectStripe({ secretKey, apiUrl, timeoutMs, retries }: StripeConfig): Connection {
  const { protocol, hostname, port } = new URL(apiUrl ?? 'https://api.stripe.com');
  const api = new Stripe(secretKey, {
    ...{ timeout: timeoutMs ?? TIMEOUT_MS, maxNetworkRetries: retries ?? RETRIES, telemetry: false },
    ...{ host: hostname, protocol: protocol === 'http:' ? 'http' : 'https' },
    ...(port && { port }),
  });
  return { api, prices: new Map() };
}

/** A call's name at Stripe, short enough for a key and for metadata. */
export const callOf = (key: string): string => digest(key);

/** Of a call that takes several steps, the key of one. */
export const stepKey = (call: string, step: string) => ({ idempotencyKey: `${call} ${step}` });

/** Stripe said no for good, and the request is to blame: not that it is busy with the same one. */
const isFinal = (error: unknown): error is Stripe.errors.StripeError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) ||
  error instanceof Stripe.errors.StripeIdempotencyError;

export const isCardError = (error: unknown): error is Stripe.errors.StripeCardError =>
  error instanceof Stripe.errors.StripeCardError;

/** The card was charged and said no, or asks its owner: which of them, its payment tells. */
export const isUnpaid = (error: unknown): boolean => isCardError(error) || isFinal(error);

/** What Stripe's errors are to billing. Whether what did not answer was done is not known: the call stays under way. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const refusal = isCardError(error)
    ? new GatewayRefusal('card_refused')
    : isFinal(error)
      ? new GatewayRefusal('conflict')
      : new ApiError('gateway_unreachable', { retryAfter: RETRY_AFTER_SECONDS });
  refusal.cause = error;
  return refusal;
}

/** Null for what Stripe does not have. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
}

export const dateOf = (seconds: number) => new Date(seconds * 1_000);
export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);
export const idOf = (object: string | { id: string }) => (typeof object === 'string' ? object : object.id);
