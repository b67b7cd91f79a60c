import { z } from 'zod';
import { faqsAdded, faqSheet, onKnownFile } from '../../../shared/contents.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, route } from '../../http/route.ts';
import { binary, readUpload } from '../../http/upload.ts';
import type { Services } from '../../runtime/services.ts';
import { addFaqs, checkFaqs } from './add-faqs.ts';

const sheetForm = z.object({ contextId: z.uuid(), file: binary });
const fields = z.object({ contextId: z.uuid(), known: onKnownFile.default('keep') });

export function faqsRoutes(app: Api, { db, wake }: Services): void {
  app.post('/contents/faqs/check', {
    ...route('contents', 'create', {
      operationId: 'checkFaqs',
      description:
        'Parses a table of questions and answers without storing it: the first sheet of an .xlsx file, or CSV (comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252).',
      answer: faqSheet,
      config: { form: sheetForm },
    }),
    handler: async (request) => {
      const { fields: sent, file } = await readUpload(request);
      const { contextId } = fields.parse(sent, { reportInput: true });
      return checkFaqs(db, tenantOf(request), contextId, file.bytes);
    },
  });
  app.post('/contents/faqs', {
    ...route('contents', 'create', {
      operationId: 'createFaqs',
      description:
        'Adds the valid lines of a table in one transaction. `known`: whether to keep or replace the answers of known questions.',
      answer: faqsAdded,
      status: 201,
      config: { form: sheetForm.extend({ known: onKnownFile.default('keep') }) },
    }),
    handler: async (request, reply) => {
      const { fields: sent, file } = await readUpload(request);
      const { contextId, known: onKnown } = fields.parse(sent, { reportInput: true });
      const added = await addFaqs(db, tenantOf(request), { contextId, bytes: file.bytes, onKnown });
      wake();
      return reply.code(201).send(added);
    },
  });
}
