import { visitorMessages as declaration } from '../../../../resources/visitor-messages.ts';
import { tenantOf } from '../../http/access.ts';
import { exportLimit } from '../../http/rate-limit.ts';
import { type Api, fileOf, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { serve } from '../../resource/serve.ts';
import type { Services } from '../../runtime/services.ts';
import { messageBehaviour } from './change-messages.ts';
import { messagesCsv } from './export-messages.ts';

const { name, api } = declaration;

export function visitorMessageRoutes(app: Api, services: Services): void {
  const { db } = services;
  app.get(`${api}/export`, {
    ...route(name, 'export', {
      querystring: listQuerySchema(declaration),
      answer: fileOf('text/csv'),
      config: exportLimit,
    }),
    handler: async (request, reply) =>
      sendCsv(reply, 'recados', messagesCsv(db, tenantOf(request), readListQuery(declaration, request.query))) as never,
  });
  serve(app, services, declaration, messageBehaviour);
}
