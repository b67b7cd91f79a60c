import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** Counts a call by such a limit, for a handler that limits some of its calls alone. @throws Refusal `rate_limited` */
export function rateLimiter(app: FastifyInstance, { rateLimit: limit }: ReturnType<typeof perMinute>) {
  const count = app.createRateLimit(limit);
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new Refusal('rate_limited', { retryAfter: counted.ttlInSeconds });
  };
}

/** Sign-up, sign-in, codes: what a person does a few times, a guesser often. */
export const authLimit = perMinute(60);
/** Questions of visitors. */
export const askLimit = perMinute(60);
/** Suggestions that visitors take: as many as an owner may allow questions. */
export const choiceLimit = perMinute(600);
