import { z } from 'zod';
import { watchReadiness } from '../db/readiness.ts';
import type { Db } from '../db/tenant.ts';
import { watchDatabase } from '../db/watch-database.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type Api, route } from './route.ts';

/** Before a process that is not ready is asked again. */
const RETRY_SECONDS = 5;

/** Probes are answered under load too: a process that is only busy must not be restarted. */
const probe = { tags: ['about'], config: { servedUnderLoad: true as const } };

/** All of it is public. */
export function aboutRoutes(api: Api, { db, env, policy }: Services): void {
  const databaseIsUp = watchDatabase(db);
  api.get('/health', {
    exposeHeadRoute: true,
    ...route('health', 'show', {
      ...probe,
      answer: z.object({ status: z.literal('up'), database: z.enum(['embedded', 'postgres']) }),
    }),
    handler: async () => {
      await databaseIsUp();
      return { status: 'up' as const, database: db.kind };
    },
  });
  api.get('/about', {
    ...route('health', 'show', {
      ...probe,
      operationId: 'showAbout',
      /** First 12 characters of the SHA-256 of policy.csv. */
      answer: z.object({ policy: z.string() }),
    }),
    handler: () => ({ policy: policy.version }),
  });
  probeRoutes(api, db, env.DATA_DIR);
  api.get('/openapi.json', {
    ...route('api-description', 'show', { tags: ['about'], answer: z.looseObject({}) }),
    handler: async () => api.swagger() as Record<string, unknown>,
  });
}

/** Orchestrators restart a process that is not alive, and send no requests to one that is not ready. */
function probeRoutes(api: Api, db: Db, dataDir: string): void {
  api.get('/live', {
    ...route('health', 'show', {
      ...probe,
      operationId: 'showLiveness',
      answer: z.object({ status: z.literal('live') }),
    }),
    handler: () => ({ status: 'live' as const }),
  });
  const databaseIsReady = watchReadiness(db, dataDir);
  let isStopping = false;
  api.addHook('preClose', async () => {
    isStopping = true;
  });
  api.get('/ready', {
    ...route('health', 'show', {
      ...probe,
      operationId: 'showReadiness',
      answer: z.object({ status: z.literal('ready') }),
    }),
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
