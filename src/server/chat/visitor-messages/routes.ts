import { z } from 'zod';
import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { bulkIds } from '../../../shared/contents.ts';
import { memberOf, tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { readRoutes } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { deleteMessage, deleteMessages, setAnswered } from './change-messages.ts';
import { messagesSource } from './messages-source.ts';

const { name, api } = declaration;

export function visitorMessageRoutes(app: Api, services: Services): void {
  const { db } = services;
  readRoutes(app, services, declaration, messagesSource);
  for (const [action, isAnswered] of [
    ['answer', true],
    ['reopen', false],
  ] as const) {
    app.post(`${api}/:id/${action}`, {
      ...route(name, action, { operationId: `${action}VisitorMessage`, params: byId }),
      handler: async (request) =>
        setAnswered(db, tenantOf(request), request.params.id, { isAnswered, by: memberOf(request) }),
    });
  }
  app.post(`${api}/bulk-delete`, {
    ...route(name, 'delete', {
      operationId: 'bulkDeleteVisitorMessages',
      body: bulkIds,
      answer: z.object({ deleted: z.int() }),
    }),
    handler: async (request) => ({
      deleted: await deleteMessages(db, tenantOf(request), request.body.ids, memberOf(request)),
    }),
  });
  app.delete(`${api}/:id`, {
    ...route(name, 'delete', { params: byId }),
    handler: async (request) => deleteMessage(db, tenantOf(request), request.params.id, memberOf(request)),
  });
}
