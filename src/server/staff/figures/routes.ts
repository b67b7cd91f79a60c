import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { billingFigures, platformInvoice, platformInvoiceQuery, usageFigures } from '../../../shared/figures.ts';
import { problemSchema } from '../../http/problem.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { listPlatformInvoices, readBillingFigures, readUsageFigures } from './figures.ts';

/** Routes for the platform's figures: billing for WM_FINANCIAL, usage for WM_READER too. */
export function figureRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];
  routes.get('/admin/billing-figures', {
    config: { resource: 'billing-figures', action: 'show' },
    schema: { tags, operationId: 'showBillingFigures', response: { 200: billingFigures, default: problemSchema } },
    handler: async () => readBillingFigures(db),
  });
  routes.get('/admin/invoices', {
    config: { resource: 'billing-figures', action: 'list' },
    schema: {
      tags,
      operationId: 'listPlatformInvoices',
      querystring: platformInvoiceQuery,
      response: { 200: pageOf(platformInvoice), default: problemSchema },
    },
    handler: async (request) => listPlatformInvoices(db, request.query),
  });
  routes.get('/admin/usage-figures', {
    config: { resource: 'usage-figures', action: 'show' },
    schema: { tags, operationId: 'showUsageFigures', response: { 200: usageFigures, default: problemSchema } },
    handler: async () => readUsageFigures(db),
  });
}
