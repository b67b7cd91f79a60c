import { bulkDeleteBody, bulkEditBody, bulkIds, bulkOutcome } from '../../../shared/contents.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { deleteContents, editContents, retryContents } from './bulk.ts';

const description =
  'Runs in one transaction. `failed` lists the contents that could not be changed; `missing` counts the ids that no longer exist.';

export function bulkRoutes(app: Api, { db }: Services): void {
  app.post('/contents/bulk-edit', {
    ...route('contents', 'edit', {
      operationId: 'bulkEditContents',
      description,
      body: bulkEditBody,
      answer: bulkOutcome,
    }),
    handler: async (request) => {
      const { ids, ...change } = request.body;
      return editContents(db, tenantOf(request), ids, change);
    },
  });
  app.post('/contents/bulk-retry', {
    ...route('contents', 'retry', {
      operationId: 'bulkRetryContents',
      description,
      body: bulkIds,
      answer: bulkOutcome,
    }),
    handler: async (request) => retryContents(db, tenantOf(request), request.body.ids),
  });
  app.post('/contents/bulk-delete', {
    ...route('contents', 'delete', {
      operationId: 'bulkDeleteContents',
      description,
      body: bulkDeleteBody,
      answer: bulkOutcome,
    }),
    handler: async (request) => deleteContents(db, tenantOf(request), request.body.ids, request.body.pages),
  });
}
