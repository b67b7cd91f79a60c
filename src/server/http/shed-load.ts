import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is served even when the process is overloaded. */
    servedUnderLoad?: true;
  }
}

export interface LoadLimits {
  /** Maximum mean duration of a turn of the event loop during one sample, in milliseconds. */
  loopDelayMs: number;
  /** Maximum size of the JavaScript heap. */
  heapBytes: number;
  sampleMs: number;
}

/** Beyond 2 s per turn, probes time out; beyond its limit of heap, Node ends the process. */
export const LOAD_LIMITS: LoadLimits = {
  loopDelayMs: 2_000,
  heapBytes: Math.round(getHeapStatistics().heap_size_limit * 0.9),
  sampleMs: 1_000,
};

/** Suggested wait in seconds. */
const RETRY_SECONDS = 5;
/** At most one log entry in this time, because logging each rejected request would add to the load. */
const LOG_EVERY_MS = 10_000;

/**
 * Rejects new requests while the process is overloaded, so that it can finish what it has begun. Streams in progress
 * go on, and routes with `servedUnderLoad` are served.
 * Requests fail with `ApiError` `overloaded`.
 */
export async function shedLoad(app: FastifyInstance, limits: LoadLimits): Promise<void> {
  let loggedAt = -Infinity;
  await app.register(underPressure, {
    maxEventLoopDelay: limits.loopDelayMs,
    maxHeapUsedBytes: limits.heapBytes,
    sampleInterval: limits.sampleMs,
    pressureHandler: async (request, _reply, cause, value) => {
      if (request.routeOptions.config.servedUnderLoad) return;
      if (performance.now() - loggedAt > LOG_EVERY_MS) {
        loggedAt = performance.now();
        request.log.warn({ cause, value }, 'overloaded: new requests are rejected');
      }
      throw new ApiError('overloaded', { retryAfter: RETRY_SECONDS });
    },
  });
}
