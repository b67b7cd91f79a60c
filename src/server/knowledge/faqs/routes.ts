import { z } from 'zod';
import { faqsAdded, faqSheet, onKnownFile, sheetChoice } from '../../../shared/contents.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, route } from '../../http/route.ts';
import { binary, readUpload } from '../../http/upload.ts';
import type { Services } from '../../runtime/services.ts';
import { addFaqs, checkFaqs } from './add-faqs.ts';

const fields = z.object({ contextId: z.uuid(), ...sheetChoice.shape });
const sheetForm = fields.extend({ file: binary });
const known = onKnownFile.default('keep');

export function faqsRoutes(app: Api, { db }: Services): void {
  app.post('/contents/faqs/check', {
    ...route('contents', 'create', {
      operationId: 'checkFaqs',
      description:
        'Parses a table of questions and answers without storing it: an .xlsx file, an HTML table, or CSV (comma, semicolon or tab; its encoding is detected). Of an .xlsx file, the first sheet with a header is read, or else the first with questions and answers, without its hidden rows and columns; `sheets` (places in the answer’s list, `0,2`) and `readsHidden` choose others. `questionColumn`, `answerColumn`, `phrasingsColumn` and `hasHeading` read a table whose header has other words.',
      answer: faqSheet,
      config: { form: sheetForm },
    }),
    handler: async (request) => {
      const { fields: sent, file } = await readUpload(request);
      const { contextId, ...choice } = fields.parse(sent, { reportInput: true });
      return checkFaqs(db, tenantOf(request), contextId, { bytes: file.bytes, ...choice });
    },
  });
  app.post('/contents/faqs', {
    ...route('contents', 'create', {
      operationId: 'createFaqs',
      description:
        'Adds the valid lines of a table in one transaction. `known`: whether to keep or replace the answers of known questions.',
      answer: faqsAdded,
      status: 201,
      config: { form: sheetForm.extend({ known }) },
    }),
    handler: async (request) => {
      const { fields: sent, file } = await readUpload(request);
      const { known: onKnown, ...choice } = fields.extend({ known }).parse(sent, { reportInput: true });
      return addFaqs(db, tenantOf(request), { ...choice, bytes: file.bytes, onKnown });
    },
  });
}
