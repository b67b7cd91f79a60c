import { notFound } from '../../runtime/api-error.ts';
import type { Env } from '../../runtime/env.ts';
import type { Services } from '../../runtime/services.ts';
import type { Gateway } from './gateway.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createStripe } from './stripe/stripe.ts';

const opened = new WeakMap<Env, Gateway>();

/** Null unless all of Stripe's keys are set. */
function openStripe(env: Env): Gateway | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY;
  if (!secretKey || !webhookSecret || !publishableKey) return null;
  const known = opened.get(env) ?? createStripe({ secretKey, webhookSecret, publishableKey, apiUrl });
  opened.set(env, known);
  return known;
}

export const openGateway = ({ db, key, env }: Services): Gateway => openStripe(env) ?? createSandbox(db, key);

/** The sandbox is always there: accounts may have used it before Stripe was set up. Throws `ApiError` `not_found`. */
export function gatewayNamed(services: Services, name: string): Gateway {
  if (name === 'sandbox') return createSandbox(services.db, services.key);
  const gateway = openGateway(services);
  if (gateway.name !== name) throw notFound();
  return gateway;
}
