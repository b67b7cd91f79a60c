import { leftOutTexts, textChoice, textChoiceOutcome } from '../../../shared/reading.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readLeftOut } from './left-out-texts.ts';
import { chooseText } from './text-choices.ts';

export function leftOutRoutes(app: Api, { db }: Services): void {
  app.get('/contents/:id/left-out', {
    ...route('contents', 'show', {
      operationId: 'showContentLeftOut',
      description:
        'The texts of a page or file that its last reading left out, and why. At most 200, 500 characters of each.',
      params: byId,
      answer: leftOutTexts,
    }),
    handler: async (request) => readLeftOut(db, tenantOf(request), request.params.id),
  });
  app.put('/contents/:id/left-out', {
    ...route('contents', 'edit', {
      operationId: 'chooseContentText',
      description:
        'Takes a text of a page in, or leaves it out, on all pages of its site in the context; that of an uploaded file in this file. The pages or the file that have it are read again.',
      params: byId,
      body: textChoice,
      answer: textChoiceOutcome,
      status: 202,
    }),
    handler: async (request) => ({
      pages: await chooseText(db, tenantOf(request), request.params.id, request.body),
    }),
  });
}
