import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../runtime/api-error.ts';

export interface StreamLimit {
  key: string;
  max: number;
}

/** Seconds; by then one stream has most likely ended. */
const RETRY_SECONDS = 5;

export interface OpenStreams {
  /** Until the connection closes. Throws `ApiError` `too_many_streams`. */
  admit(reply: FastifyReply, bounds: readonly StreamLimit[]): void;
}

/** Per process: it protects this one's memory and connections. */
export function countStreams(): OpenStreams {
  const open = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    admit({ raw }, bounds) {
      if (bounds.some(({ key, max }) => (open.get(key) ?? 0) >= max)) {
        throw new ApiError('too_many_streams', { retryAfter: RETRY_SECONDS });
      }
      for (const { key } of bounds) change(key, 1);
      raw.once('close', () => {
        for (const { key } of bounds) change(key, -1);
      });
    },
  };
}

/** After how long a stream ends. Clients then connect again, so that a lost one does not stay open for ever. */
export const seconds = z.coerce
  .number()
  .int()
  .min(1)
  .max(600)
  .default(600)
  .meta({ examples: [1] });
export const endOf = (query: { seconds: number }) => AbortSignal.timeout(query.seconds * 1_000);
