import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { creditLimits, creditLimitsInput } from '../../../shared/credit-limits.ts';
import { limitsInput, limitsRecord, notice } from '../../../shared/limits.ts';
import { memberOf, requirePermission, tenantOf } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../runtime/services.ts';
import { readCreditLimits, saveCreditLimits } from './credit-limits.ts';
import { dismissNotice, readNotices } from './notices.ts';
import { readLimits, saveLimits } from './settings.ts';

const byId = z.object({ id: z.uuid() });

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

/** Routes for the limits of a context and the notices about them. */
export function limitRoutes(app: FastifyInstance, services: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const perhapsByContext = z.object({ contextId: z.uuid().optional() });
  routes.get('/sessions/me/limits', {
    ...route('limits', 'show', { querystring: perhapsByContext, answer: limitsRecord }),
    handler: async (request) => readLimits(db, tenantOf(request), request.query.contextId),
  });
  routes.put('/sessions/me/limits', {
    ...route('limits', 'edit', {
      operationId: 'setLimits',
      body: limitsInput.extend(perhapsByContext.shape),
      answer: limitsRecord,
    }),
    handler: async (request) => {
      const { contextId, ...input } = request.body;
      const member = memberOf(request);
      // Credits need the same permission as with PUT /credit-limits.
      const demandCredits = () => requirePermission(services, member, 'credit-limits', 'edit');
      const savedId = await saveLimits(db, member.tenant, input, contextId, demandCredits);
      return readLimits(db, member.tenant, savedId);
    },
  });
  routes.get('/notices', {
    ...route('notices', 'list', { tags: ['limits'], answer: z.object({ data: z.array(notice), total: z.int() }) }),
    handler: async (request) => {
      const data = await readNotices(db, tenantOf(request));
      return { data, total: data.length };
    },
  });
  routes.post('/notices/:id/dismiss', {
    ...route('notices', 'dismiss', { tags: ['limits'], operationId: 'dismissNotice', params: byId }),
    handler: async (request, reply) => {
      await dismissNotice(db, tenantOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
}
