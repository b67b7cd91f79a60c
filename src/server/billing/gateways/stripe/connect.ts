import Stripe from 'stripe';
import { ApiError } from '../../../runtime/api-error.ts';
import { digest } from '../../../runtime/secrets.ts';
import type { PlanItem } from '../../proration.ts';
import { GatewayError } from '../gateway.ts';

export interface StripeConfig {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  apiUrl?: string;
  timeoutMs?: number;
  retries?: number;
}

/** Retries use the same idempotency key. */
const TIMEOUT_MS = 8_000;
const RETRIES = 2;
const RETRY_AFTER_SECONDS = 30;

/** Prices never change at Stripe, so cached ones do not expire. */
export interface StripeConnection {
  api: Stripe;
  prices: Map<string, PlanItem | null>;
}

export function connectStripe({ secretKey, apiUrl, timeoutMs, retries }: StripeConfig): StripeConnection {
  const { protocol, hostname, port } = new URL(apiUrl ?? 'https://api.stripe.com');
  const api = new Stripe(secretKey, {
    timeout: timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: retries ?? RETRIES,
    telemetry: false,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
  });
  return { api, prices: new Map() };
}

export const callOf = (key: string): string => digest(key);

export const stepKey = (call: string, step: string) => ({ idempotencyKey: `${call} ${step}` });

/** A 409 only means that a request with the same key is still running. */
const isFinal = (error: unknown): error is Stripe.errors.StripeError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) ||
  error instanceof Stripe.errors.StripeIdempotencyError;

export const isCardError = (error: unknown): error is Stripe.errors.StripeCardError =>
  error instanceof Stripe.errors.StripeCardError;

/** Or the card needs the customer's confirmation. The payment intent tells which. */
export const isUnpaid = (error: unknown): boolean => isCardError(error) || isFinal(error);

/** After a timeout nobody knows whether the request was executed, so the call stays open. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const refusal = isCardError(error)
    ? new GatewayError('card_refused')
    : isFinal(error)
      ? new GatewayError('conflict')
      : new ApiError('gateway_unreachable', { retryAfter: RETRY_AFTER_SECONDS });
  refusal.cause = error;
  return refusal;
}

/** When Stripe does not have the object. */
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
