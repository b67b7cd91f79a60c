import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Calls a minute from one address. `register` off, since only routes that name a limit have one. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('rate_limited', { retryAfter: Math.ceil(ttl / 1_000) }) as unknown as object,
  });
}

/** So many calls a minute from one address, for a route's config. */
export const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

/** Sign-up, sign-in, codes: what a person does a few times, a guesser often. */
export const authLimit = perMinute(60);
/** Questions of visitors. */
export const askLimit = perMinute(60);
