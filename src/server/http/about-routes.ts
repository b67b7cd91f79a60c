import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { watchReadiness } from '../db/readiness.ts';
import { watchDatabase } from '../db/watch-database.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { problemSchema } from './problem.ts';

/** Suggested wait in seconds before a process that is not ready is asked again. */
const RETRY_SECONDS = 5;

/** Probes are answered under load too: a process that is only busy must not be restarted. */
const config = { resource: 'health', action: 'show', servedUnderLoad: true } as const;

/** Whether the process runs, whether it can serve requests, and what it serves. All of it is public. */
export function aboutRoutes(api: FastifyInstance, services: Services): void {
  const routes = api.withTypeProvider<ZodTypeProvider>();
  const databaseIsUp = watchDatabase(services.db);
  routes.get('/health', {
    exposeHeadRoute: true,
    config,
    schema: {
      tags: ['about'],
      operationId: 'showHealth',
      response: { 200: z.object({ status: z.literal('up'), database: z.enum(['embedded', 'postgres']) }) },
    },
    handler: async () => {
      await databaseIsUp();
      return { status: 'up' as const, database: services.db.kind };
    },
  });
  probeRoutes(api, services);
  routes.get('/openapi.json', {
    config: { resource: 'api-description', action: 'show' },
    schema: { tags: ['about'], operationId: 'showApiDescription', response: { 200: z.looseObject({}) } },
    handler: async () => api.swagger() as Record<string, unknown>,
  });
}

/**
 * Probes for orchestrators: they restart a process that is not alive, and send no requests to one that is not ready.
 */
function probeRoutes(api: FastifyInstance, { db }: Services): void {
  const routes = api.withTypeProvider<ZodTypeProvider>();
  routes.get('/live', {
    config,
    schema: {
      tags: ['about'],
      operationId: 'showLiveness',
      response: { 200: z.object({ status: z.literal('live') }) },
    },
    handler: () => ({ status: 'live' as const }),
  });
  const databaseIsReady = watchReadiness(db);
  let isStopping = false;
  api.addHook('preClose', async () => {
    isStopping = true;
  });
  routes.get('/ready', {
    config,
    schema: {
      tags: ['about'],
      operationId: 'showReadiness',
      response: { 200: z.object({ status: z.literal('ready') }), default: problemSchema },
    },
    handler: async () => {
      try {
        if (isStopping) throw new Error('The process is stopping');
        await databaseIsReady();
      } catch (cause) {
        throw new ApiError('unavailable', { retryAfter: RETRY_SECONDS, cause });
      }
      return { status: 'ready' as const };
    },
  });
}
