import { createHmac } from 'node:crypto';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countCall, type RateCount } from '../db/rate-counters.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { memberOf } from './access.ts';

/** What the plugin hands to the store of a route; its types say something else. */
interface StoreOptions {
  groupId?: string;
  routeInfo?: { method?: string | string[]; url?: string };
}

function nameOf(options: object): string {
  const { groupId, routeInfo } = options as StoreOptions;
  return groupId ?? `${String(routeInfo?.method)} ${routeInfo?.url ?? ''}`;
}

/** Keys at their limit that are remembered, so that a flood of refused calls does not reach the database. */
const FULL_MAX = 10_000;

/** Counts in the database, so that all processes count together, and a restart forgets nothing. */
function storeIn({ db, key: secret }: Services) {
  /** Nobody without the secret finds an address or an account in a counter. */
  const digestOf = (key: string) =>
    createHmac('sha256', secret).update(`calls ${key}`).digest('base64url').slice(0, 22);
  const full = new Map<string, { endsAt: number; current: number }>();

  async function count(key: string, windowMs: number, max: number): Promise<RateCount> {
    const known = full.get(key);
    const left = known ? known.endsAt - Date.now() : 0;
    if (known && left > 0) return { current: known.current, ttl: left };
    full.delete(key);
    const counted = await countCall(db, key, windowMs);
    if (counted.current > max) {
      if (full.size >= FULL_MAX) full.clear();
      full.set(key, { endsAt: Date.now() + counted.ttl, current: counted.current });
    }
    return counted;
  }

  return class Store implements FastifyRateLimitStore {
    readonly #of: string;

    constructor(options: object) {
      this.#of = nameOf(options);
    }

    incr(key: string, done: (error: Error | null, result?: RateCount) => void, windowMs: number, max: number): void {
      count(digestOf(`${this.#of} ${key}`), windowMs, max).then(
        (result) => done(null, result),
        (error: Error) => done(error),
      );
    }

    child(options: object): Store {
      return new Store(options);
    }
  };
}

/** Limits of calls, for the routes that name one. */
export async function limitRates(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: storeIn(services),
    errorResponseBuilder: (_request, { ttl }) => new ApiError('rate_limited', { retryAfter: Math.ceil(ttl / 1_000) }),
  });
}

/** So many calls a minute from one address, for a route's config. */
export const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

/**
 * Counts a call by such a limit under a name of its own, for a handler that limits some of its calls alone.
 * @throws ApiError `rate_limited`
 */
export function rateLimiter(app: FastifyInstance, name: string, { rateLimit: limit }: ReturnType<typeof perMinute>) {
  const count = app.createRateLimit({ ...limit, keyGenerator: ({ ip }) => `${name} ${ip}` });
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new ApiError('rate_limited', { retryAfter: counted.ttlInSeconds });
  };
}

/** Sign-up, sign-in, codes: what a person does a few times, a guesser often. */
export const authLimit = perMinute(60);
/** Questions of visitors. */
export const askLimit = perMinute(60);

const HOUR_MS = 3_600_000;

/** So many calls of one account in so many hours, whoever of its people makes them; routes of one group count together. */
const perAccount = (code: 'limit_captures' | 'limit_exports' | 'limit_invitations', max: number, hours: number) => ({
  rateLimit: {
    max,
    timeWindow: hours * HOUR_MS,
    groupId: code,
    keyGenerator: (request: FastifyRequest) => memberOf(request).accountId,
    errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => {
      const retryAfter = Math.ceil(ttl / 1_000);
      return new ApiError(code, { retryAfter, values: { most: max } });
    },
  },
});

/** Searches of sites: each asks a site for hundreds of pages. */
export const captureLimit = perAccount('limit_captures', 60, 1);
/** Exports: each reads everything that there is. */
export const exportLimit = perAccount('limit_exports', 30, 1);
/** Of a call that exports when it is asked for a table. */
export const exportLimitOfCsv = {
  rateLimit: {
    ...exportLimit.rateLimit,
    allowList: ({ query }: FastifyRequest) => (query as { format?: string }).format !== 'csv',
  },
};
/** Invitations: each is a letter to an address that somebody typed. */
export const invitationLimit = perAccount('limit_invitations', 100, 24);
/** Suggestions that visitors take: as many as an owner may allow questions. */
export const choiceLimit = perMinute(600);
