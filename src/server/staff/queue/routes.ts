import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { queue } from '../../../../resources/queue.ts';
import { queueJob, queueQuery, queueView, retried, retryBody } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import type { Services } from '../../runtime/services.ts';
import { readQueue, retryJob, retryJobs } from './queue.ts';

const byId = z.object({ id: z.uuid() });
const tags = ['staff'];

/** Routes for the queue of all accounts. */
export function queueRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get('/admin/jobs', {
    config: { resource: 'queue', action: 'list' },
    schema: {
      tags,
      operationId: 'listJobs',
      querystring: listQuerySchema(queue).omit({ search: true }).extend(queueQuery.shape),
      response: { 200: queueView, default: problemSchema },
    },
    handler: async (request) => readQueue(services.db, request.query, readListQuery(queue, request.query)),
  });
  routes.post('/admin/jobs/retry', {
    config: { resource: 'queue', action: 'retry' },
    schema: {
      tags,
      operationId: 'retryJobs',
      body: retryBody,
      response: { 200: retried, default: problemSchema },
    },
    handler: async (request) => ({ retried: await retryJobs(services, memberOf(request), request.body) }),
  });
  routes.post('/admin/jobs/:id/retry', {
    config: { resource: 'queue', action: 'retry' },
    schema: { tags, operationId: 'retryJob', params: byId, response: { 200: queueJob, default: problemSchema } },
    handler: async (request) => retryJob(services, memberOf(request), request.params.id),
  });
}
