import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { creditLimits, creditLimitsInput } from '../../../shared/credit-limits.ts';
import { tenantOf } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readCreditLimits, saveCreditLimits } from './credit-limits.ts';

/** Routes for the distribution of an account's credits among its contexts. */
export function creditLimitRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get('/credit-limits', {
    ...route('credit-limits', 'show', { tags: ['limits'], answer: creditLimits }),
    handler: async (request) => readCreditLimits(db, tenantOf(request)),
  });
  routes.put('/credit-limits', {
    ...route('credit-limits', 'edit', {
      tags: ['limits'],
      operationId: 'setCreditLimits',
      body: creditLimitsInput,
      answer: creditLimits,
    }),
    handler: async (request) => saveCreditLimits(db, tenantOf(request), request.body),
  });
}
