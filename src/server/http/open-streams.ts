import type { FastifyReply } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';

/** So many streams at most may be open at once under one key. */
export interface StreamBound {
  key: string;
  most: number;
}

/** Seconds after which one of many answers under way has most likely ended. */
const RETRY_SECONDS = 5;

export interface OpenStreams {
  /**
   * Counts the stream that answers a call, until its line is closed.
   * @throws ApiError `too_many_streams`
   */
  admit(reply: FastifyReply, bounds: readonly StreamBound[]): void;
}

/** The streams that this process holds open. Each holds memory and a line here, so each process counts its own. */
export function countStreams(): OpenStreams {
  const open = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    admit({ raw }, bounds) {
      if (bounds.some(({ key, most }) => (open.get(key) ?? 0) >= most)) {
        throw new ApiError('too_many_streams', { retryAfter: RETRY_SECONDS });
      }
      for (const { key } of bounds) change(key, 1);
      raw.once('close', () => {
        for (const { key } of bounds) change(key, -1);
      });
    },
  };
}
