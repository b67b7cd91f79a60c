import { queue } from '../../../../resources/queue.ts';
import { queueJob, queueQuery, queueView, retried, retryBody } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import type { Services } from '../../runtime/services.ts';
import { readQueue, retryJob, retryJobs } from './queue.ts';

const tags = ['staff'];

export function queueRoutes(api: Api, { db }: Services): void {
  api.get('/admin/jobs', {
    ...route('queue', 'list', {
      tags,
      operationId: 'listJobs',
      querystring: listQuerySchema(queue).extend(queueQuery.shape),
      answer: queueView,
    }),
    handler: async (request) => readQueue(db, request.query, readListQuery(queue, request.query)),
  });
  api.post('/admin/jobs/retry', {
    ...route('queue', 'retry', { tags, operationId: 'retryJobs', body: retryBody, answer: retried }),
    handler: async (request) => ({ retried: await retryJobs(db, memberOf(request), request.body) }),
  });
  api.post('/admin/jobs/:id/retry', {
    ...route('queue', 'retry', { tags, operationId: 'retryJob', params: byId, answer: queueJob }),
    handler: async (request) => retryJob(db, memberOf(request), request.params.id),
  });
}
