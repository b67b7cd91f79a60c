import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { invoices as invoicesResource } from '../../../resources/invoices.ts';
import { sessionPlan } from '../../shared/session.ts';
import { invoices } from '../db/tables.ts';
import { tenantOf } from '../http/access.ts';
import { problemSchema } from '../http/problem.ts';
import { readRoutes } from '../resource/router.ts';
import { defineSource } from '../resource/source.ts';
import type { Services } from '../services.ts';
import { readPlan } from './plans.ts';

const { accountId, id, issuedAt, type, status, orderNumber, plan, amount } = invoices;
const invoicesSource = defineSource(invoicesResource, {
  table: invoices,
  accountId,
  id,
  fields: { issuedAt, type, status, orderNumber, plan, amount },
});

export function billingRoutes(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get('/sessions/me/plan', {
    config: { thing: 'session', act: 'show' },
    schema: { tags: ['session'], operationId: 'showMyPlan', response: { 200: sessionPlan, default: problemSchema } },
    handler: async (request) => readPlan(services.db, tenantOf(request)),
  });
  readRoutes(app, services, invoicesResource, invoicesSource);
}
