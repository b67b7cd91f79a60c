import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../runtime/api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    servedUnderLoad?: true;
  }
}

export interface LoadLimits {
  /** Mean turn of the event loop during one sample. */
  loopDelayMs: number;
  heapBytes: number;
  sampleMs: number;
  connections: number;
}

/** Beyond 2 s per turn, probes time out; beyond its limit of heap, Node ends the process. */
export const LOAD_LIMITS: LoadLimits = {
  loopDelayMs: 2_000,
  heapBytes: Math.round(getHeapStatistics().heap_size_limit * 0.9),
  sampleMs: 1_000,
  connections: Infinity,
};

const RETRY_SECONDS = 5;
/** Logging each rejected request would add to the load. */
const LOG_EVERY_MS = 10_000;
const RESOLUTION_MS = 10;

/**
 * The process finishes what it has begun; `servedUnderLoad` routes and streams go on. Others: `ApiError` `overloaded`.
 */
export function shedLoad(app: FastifyInstance, limits: LoadLimits): void {
  const readExcess = sampleLoad(app, limits);
  const warn = warnSeldom(app);
  app.addHook('onRequest', async ({ routeOptions }) => {
    const excess = readExcess();
    if (!excess || routeOptions.config.servedUnderLoad) return;
    warn(excess, 'overloaded: new requests are rejected');
    throw new ApiError('overloaded', { retryAfter: RETRY_SECONDS });
  });
  limitConnections(app, limits.connections, warn);
}

type Warn = (fields: object, message: string) => void;

function warnSeldom({ log }: FastifyInstance): Warn {
  let warnedAt = -Infinity;
  return (fields, message) => {
    if (performance.now() - warnedAt <= LOG_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(fields, message);
  };
}

/** Opens no file, unlike `process.memoryUsage()`, which throws when the process is out of file descriptors. */
function sampleLoad(app: FastifyInstance, { loopDelayMs, heapBytes, sampleMs }: LoadLimits) {
  let excess: object | null = null;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const sample = () => {
    // Not a number when a single turn took the whole time.
    const loopDelay = Number.isNaN(delays.mean) ? Infinity : delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
    const heapUsed = getHeapStatistics().used_heap_size;
    excess = loopDelay > loopDelayMs ? { loopDelay } : heapUsed > heapBytes ? { heapUsed } : null;
  };
  const timer = setInterval(sample, sampleMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  return () => excess;
}

/** Refuses further connections and closes idle ones to make room. */
function limitConnections({ server }: FastifyInstance, max: number, warn: Warn): void {
  if (max === Infinity) return;
  server.maxConnections = max;
  server.on('drop', () => {
    warn({ connections: max }, 'too many connections: new ones are refused');
    server.closeIdleConnections();
  });
}
