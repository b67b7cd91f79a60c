import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { billingFigures, platformInvoice, platformInvoiceQuery, usageFigures } from '../../../shared/figures.ts';
import { route } from '../../http/route.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { listPlatformInvoices, readBillingFigures, readUsageFigures } from './figures.ts';

/** Routes for the platform's figures: billing for WM_FINANCIAL, usage for WM_READER too. */
export function figureRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];
  routes.get('/admin/billing-figures', {
    ...route('billing-figures', 'show', { tags, answer: billingFigures }),
    handler: async () => readBillingFigures(db),
  });
  routes.get('/admin/invoices', {
    ...route('billing-figures', 'list', {
      tags,
      operationId: 'listPlatformInvoices',
      querystring: platformInvoiceQuery,
      answer: pageOf(platformInvoice),
    }),
    handler: async (request) => listPlatformInvoices(db, request.query),
  });
  routes.get('/admin/usage-figures', {
    ...route('usage-figures', 'show', { tags, answer: usageFigures }),
    handler: async () => readUsageFigures(db),
  });
}
