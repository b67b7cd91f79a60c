import { z } from 'zod';
import { lineCorrection, understoodLine, understoodLines } from '../../../shared/records.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { confirmLines, correctLine, readUnderstood } from './understood-lines.ts';

export function recordRoutes(app: Api, { db }: Services): void {
  app.get('/contents/:id/records', {
    ...route('contents', 'show', {
      operationId: 'showContentRecords',
      description:
        'The lines of the text in use that state a price, hours, a contact, an address, ways to pay, a deadline or a rule, and the lines that people have changed. At most 500.',
      params: byId,
      answer: understoodLines,
    }),
    handler: async (request) => readUnderstood(db, tenantOf(request), request.params.id),
  });
  app.post('/contents/:id/records/confirm', {
    ...route('contents', 'edit', {
      operationId: 'confirmContentRecords',
      description: 'Confirms all numbers that were read from pictures, so that answers assert them.',
      params: byId,
      answer: understoodLines,
    }),
    handler: async (request) => {
      const tenant = tenantOf(request);
      await confirmLines(db, tenant, request.params.id);
      return readUnderstood(db, tenant, request.params.id);
    },
  });
  app.put('/contents/:id/records/:line', {
    ...route('contents', 'edit', {
      operationId: 'correctContentRecord',
      description:
        'Corrects a line of the text, takes it out of use, or undoes that. It applies from the next question on, and also after the text is read again.',
      params: byId.extend({ line: z.string().min(1).max(64) }),
      body: lineCorrection,
      answer: understoodLine,
    }),
    handler: async (request) => correctLine(db, tenantOf(request), request.params, request.body),
  });
}
