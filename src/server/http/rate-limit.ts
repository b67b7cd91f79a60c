import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_KEY_CALLS_PER_MINUTE } from '../../shared/constants.ts';
import { countCall, type RateCount } from '../db/rate-counters.ts';
import { networkOf } from '../runtime/address-key.ts';
import { ApiError } from '../runtime/api-error.ts';
import { keyedHash } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { memberOf } from './access.ts';
import { bearerOf } from './read-member.ts';

/** The plugin's published types differ. */
interface StoreOptions {
  groupId?: string;
  routeInfo?: { method?: string | string[]; url?: string };
}

function nameOf(options: object): string {
  const { groupId, routeInfo } = options as StoreOptions;
  return groupId ?? `${String(routeInfo?.method)} ${routeInfo?.url ?? ''}`;
}

/** So that a flood of rejected requests does not reach the database. */
const EXHAUSTED_MAX = 10_000;

/** In the database: all processes share the counters and a restart keeps them. */
function storeIn({ db, key: secret }: Services) {
  /** Keyed: addresses and accounts cannot be recovered. */
  const digestOf = (key: string) => keyedHash(secret, `calls ${key}`).digest('base64url').slice(0, 22);
  const exhausted = new Map<string, { endsAt: number; current: number }>();

  async function count(key: string, windowMs: number, max: number): Promise<RateCount> {
    const known = exhausted.get(key);
    const left = known ? known.endsAt - performance.now() : 0;
    if (known && left > 0) return { current: known.current, ttl: left };
    exhausted.delete(key);
    const counted = await countCall(db, key, windowMs);
    if (counted.current > max) {
      if (exhausted.size >= EXHAUSTED_MAX) exhausted.clear();
      exhausted.set(key, { endsAt: performance.now() + counted.ttl, current: counted.current });
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

export async function limitRates(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: storeIn(services),
    errorResponseBuilder: (_request, { ttl }) => new ApiError('rate_limited', { retryAfter: Math.ceil(ttl / 1_000) }),
  });
}

export const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

/** By address, unless `callerOf` returns something else. Throws `ApiError` `rate_limited`. */
export function rateLimiter(
  app: FastifyInstance,
  name: string,
  { rateLimit: limit }: ReturnType<typeof perMinute>,
  callerOf: (request: FastifyRequest) => string = ({ ip }) => networkOf(ip),
) {
  const count = app.createRateLimit({ ...limit, keyGenerator: (request) => `${name} ${callerOf(request)}` });
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new ApiError('rate_limited', { retryAfter: counted.ttlInSeconds });
  };
}

/** Of a public route, too. Throws `ApiError` `rate_limited`. */
export const keyLimiter = (app: FastifyInstance) =>
  rateLimiter(app, 'api-key', perMinute(API_KEY_CALLS_PER_MINUTE), bearerOf);

/** Sign-up, sign-in and codes: people need few attempts, guessers many. */
export const authLimit = perMinute(60);
export const questionLimit = perMinute(60);

const HOUR_MS = 3_600_000;

export const perHour = (max: number) => ({ rateLimit: { max, timeWindow: HOUR_MS } });

/** Shared by the account's users and by all routes with the same code. */
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

/** Each run requests hundreds of pages. */
export const captureLimit = perAccount('limit_captures', 60, 1);
/** Each reads a whole data set. */
export const exportLimit = perAccount('limit_exports', 30, 1);
/** Per account: each may write thousands of rows. */
export const importLimit = {
  rateLimit: {
    max: 60,
    timeWindow: 60_000,
    groupId: 'import',
    keyGenerator: (request: FastifyRequest) => memberOf(request).accountId,
  },
};
export const exportLimitOfCsv = {
  rateLimit: {
    ...exportLimit.rateLimit,
    allowList: ({ query }: FastifyRequest) => (query as { format?: string }).format !== 'csv',
  },
};
/** Each sends an email to an address that a user typed. */
export const invitationLimit = perAccount('limit_invitations', 100, 24);
/** The highest number of questions that an owner can allow. */
export const choiceLimit = perMinute(600);
