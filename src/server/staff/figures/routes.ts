import { recordSchema } from '../../../../resources/kit/schema.ts';
import { platformInvoices } from '../../../../resources/platform-invoices.ts';
import { billingFigures, usageFigures } from '../../../shared/figures.ts';
import { type Api, route } from '../../http/route.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { listPlatformInvoices, readBillingFigures, readUsageFigures } from './figures.ts';

/** Routes for the platform's figures: billing for WM_FINANCIAL, usage for WM_READER too. */
export function figureRoutes(api: Api, { db }: Services): void {
  const tags = ['staff'];
  api.get('/admin/billing-figures', {
    ...route('billing-figures', 'show', { tags, answer: billingFigures }),
    handler: async () => readBillingFigures(db),
  });
  api.get('/admin/invoices', {
    ...route(platformInvoices.name, 'list', {
      tags,
      operationId: 'listPlatformInvoices',
      // The order is fixed, and there is no search.
      querystring: listQuerySchema(platformInvoices).omit({ search: true, sort: true }),
      answer: pageOf(recordSchema(platformInvoices)),
    }),
    handler: async (request) => listPlatformInvoices(db, readListQuery(platformInvoices, request.query)) as never,
  });
  api.get('/admin/usage-figures', {
    ...route('usage-figures', 'show', { tags, answer: usageFigures }),
    handler: async () => readUsageFigures(db),
  });
}
