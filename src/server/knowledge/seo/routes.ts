import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { seoEvaluation } from '../../../shared/seo.ts';
import { tenantOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import type { Services } from '../../runtime/services.ts';
import { readEvaluation } from './read-evaluation.ts';

export function seoRoutes(app: FastifyInstance, { db }: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get('/seo-evaluations/:id', {
    config: { resource: 'seo-evaluations', action: 'show' },
    schema: {
      tags: ['contents'],
      operationId: 'showSeoEvaluation',
      description: 'By the id of a content of type LINK: its checks, the scores before, and what it does not answer.',
      params: z.object({ id: z.uuid() }),
      response: { 200: seoEvaluation, default: problemSchema },
    },
    handler: async (request) => readEvaluation(db, tenantOf(request), request.params.id),
  });
}
