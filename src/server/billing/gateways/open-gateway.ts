import type { Env } from '../../runtime/env.ts';
import { notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import type { Gateway } from './gateway.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createStripe } from './stripe/stripe.ts';

/** One for each environment: its connections are kept. */
const opened = new WeakMap<Env, Gateway>();

/** Stripe, where its keys are given. */
function openStripe(env: Env): Gateway | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY;
  if (!secretKey || !webhookSecret || !publishableKey) return null;
  const known = opened.get(env) ?? createStripe({ secretKey, webhookSecret, publishableKey, apiUrl });
  opened.set(env, known);
  return known;
}

/** The gateway by which new customers pay. */
export const openGateway = ({ db, key, env }: Services): Gateway => openStripe(env) ?? createSandbox(db, key);

/**
 * A gateway by its name, as a customer or a webhook has it. That for trials is always there: whoever tried before Stripe was
 * set up must still be found. @throws ApiError `not_found` for one that is not set up.
 */
export function gatewayNamed(services: Services, name: string): Gateway {
  if (name === 'sandbox') return createSandbox(services.db, services.key);
  const gateway = openGateway(services);
  if (gateway.name !== name) throw notFound();
  return gateway;
}
