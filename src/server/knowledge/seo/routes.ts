import { seoEvaluation } from '../../../shared/seo.ts';
import { tenantOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readEvaluation } from './read-evaluation.ts';

export function seoRoutes(app: Api, { db }: Services): void {
  app.get('/seo-evaluations/:id', {
    ...route('seo-evaluations', 'show', {
      tags: ['contents'],
      operationId: 'showSeoEvaluation',
      description:
        'The checks of a page, its earlier scores, and the questions that it does not answer. `id`: a content of type LINK.',
      params: byId,
      answer: seoEvaluation,
    }),
    handler: async (request) => readEvaluation(db, tenantOf(request), request.params.id),
  });
}
