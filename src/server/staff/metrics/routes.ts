import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../runtime/api-error.ts';
import { digest, isSameDigest } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import { createMetrics } from './metrics.ts';

const MS_PER_SECOND = 1_000;

function requireToken({ headers }: FastifyRequest, token: string): void {
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
  if (scheme !== 'Bearer' || !isSameDigest(digest(given), digest(token))) throw new ApiError('unauthenticated');
}

/** Of routes registered later. Without METRICS_TOKEN nothing is measured and the address does not exist. */
export function metricsRoutes(app: FastifyInstance, services: Services): void {
  const token = services.env.METRICS_TOKEN;
  if (!token) return;
  const metrics = createMetrics(services, app.server);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, because addresses contain ids.
    const route = request.routeOptions.url ?? 'unmatched';
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / MS_PER_SECOND);
  });
  app.addHook('onClose', async () => metrics.close());
  app.get('/metrics', { config: { servedUnderLoad: true } }, async (request, reply) => {
    requireToken(request, token);
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.print());
  });
}
