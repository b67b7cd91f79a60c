import { z } from 'zod';
import { memberOf } from '../http/access.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { exportLimit } from '../http/rate-limit.ts';
import { type Api, fileOf, route } from '../http/route.ts';
import { sendCsv } from '../http/send-csv.ts';
import { toCsv } from '../runtime/csv.ts';
import type { Services } from '../runtime/services.ts';
import { tIfExists } from '../runtime/translate.ts';
import { toXlsx } from '../runtime/xlsx.ts';
import { asTexts, EXPORT_FORMATS, exportTable } from './export.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { type ReadResource, rowsFor } from './source.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Registers the route that downloads all rows of a list, with its filters, search and order. */
export function exportRoute(api: Api, { db, policy }: Services, { resource, source }: ReadResource): void {
  const querystring = listQuerySchema(resource).omit({ page: true, limit: true });
  api.get(`${resource.api}/export`, {
    ...route(resource.name, 'export', {
      description: 'All rows of the list, with its filters, search and order.',
      querystring: querystring.extend({ format: z.enum(EXPORT_FORMATS).default('csv') }),
      answer: fileOf('text/csv', XLSX),
      config: { ...exportLimit, leavesOutFields: true },
    }),
    handler: async (request, reply) => {
      const { format, ...query } = request.query as Record<string, unknown>;
      const member = memberOf(request);
      const { tenant } = member;
      const list = readListQuery(resource, query);
      const { heading, batches } = await exportTable(db, rowsFor(source, tenant), list, (to) =>
        policy.can(member, to, 'list'),
      );
      const name = tIfExists(`${resource.name}.title`) ?? resource.name;
      if (format === 'csv') return sendCsv(reply, name, toCsv(heading, asTexts(batches))) as never;
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition('attachment', `${name}.xlsx`))
        .send(toXlsx(heading, batches) as never);
    },
  });
}
