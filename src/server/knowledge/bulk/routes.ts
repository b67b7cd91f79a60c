import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { bulkDeleteBody, bulkEditBody, bulkOutcome, bulkRetryBody } from '../../../shared/contents.ts';
import { tenantOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import type { Services } from '../../runtime/services.ts';
import { deleteContents, editContents, retryContents } from './bulk.ts';

const tags = ['contents'];
const description =
  'In one transaction, whatever can be done; what cannot is named in `failed`, and `missing` counts what is no more.';
const response = { 200: bulkOutcome, default: problemSchema };

export function bulkRoutes(app: FastifyInstance, { db, wake }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post('/contents/bulk-edit', {
    config: { resource: 'contents', action: 'edit' },
    schema: { tags, operationId: 'bulkEditContents', description, body: bulkEditBody, response },
    handler: async (request) => {
      const { ids, ...change } = request.body;
      const outcome = await editContents(db, tenantOf(request), ids, change);
      wake();
      return outcome;
    },
  });
  routes.post('/contents/bulk-retry', {
    config: { resource: 'contents', action: 'retry' },
    schema: { tags, operationId: 'bulkRetryContents', description, body: bulkRetryBody, response },
    handler: async (request) => {
      const outcome = await retryContents(db, tenantOf(request), request.body.ids);
      wake();
      return outcome;
    },
  });
  routes.post('/contents/bulk-delete', {
    config: { resource: 'contents', action: 'delete' },
    schema: { tags, operationId: 'bulkDeleteContents', description, body: bulkDeleteBody, response },
    handler: async (request) => deleteContents(db, tenantOf(request), request.body.ids, request.body.pages),
  });
}
