import { z } from 'zod';
import { recordSchema } from '../../../../resources/kit/schema.ts';
import { platformInvoices } from '../../../../resources/platform-invoices.ts';
import { idempotencyHeader } from '../../../shared/billing.ts';
import { pageOf } from '../../../shared/page.ts';
import { refundBody } from '../../../shared/staff.ts';
import { memberOf } from '../../http/access.ts';
import { type Api, byId, route } from '../../http/route.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import type { Services } from '../../runtime/services.ts';
import { listPlatformInvoices, showPlatformInvoice } from './invoices.ts';
import { refundInvoice } from './refund-invoice.ts';

const { name, api: path } = platformInvoices;

export function platformInvoiceRoutes(api: Api, services: Services): void {
  const { db } = services;
  const tags = ['staff'];
  api.get(path, {
    ...route(name, 'list', {
      tags,
      operationId: 'listPlatformInvoices',
      querystring: listQuerySchema(platformInvoices).extend({ accountId: z.uuid().optional() }),
      answer: pageOf(recordSchema(platformInvoices)),
    }),
    handler: async ({ query }) =>
      listPlatformInvoices(db, readListQuery(platformInvoices, query), query.accountId as string | undefined) as never,
  });
  api.post(`${path}/:id/refund`, {
    ...route(name, 'refund', {
      tags,
      operationId: 'refundInvoice',
      params: byId,
      headers: idempotencyHeader,
      body: refundBody,
      answer: recordSchema(platformInvoices),
      config: { record: 'own' },
    }),
    handler: async (request) => {
      const { params, headers, body } = request;
      await refundInvoice(services, memberOf(request), headers['idempotency-key'], { ...body, invoiceId: params.id });
      return showPlatformInvoice(db, body.accountId, params.id) as never;
    },
  });
}
