import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { auditEntry, auditQuery, platformAuditQuery } from '../../../shared/audit.ts';
import { auditCsv } from '../../audit/audit-csv.ts';
import { type AuditScope, listAudit } from '../../audit/read-audit.ts';
import { tenantOf } from '../../http/access.ts';
import { problemSchema } from '../../http/problem.ts';
import { exportLimitOfCsv } from '../../http/rate-limit.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { pageOf } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';

const tags = ['staff'];

/** Routes for an account's audit log and the platform's. */
export function auditRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: pageOf(auditEntry), default: problemSchema };
  const answer = (reply: FastifyReply, reader: AuditScope, query: z.output<typeof platformAuditQuery>) => {
    const { page, limit, format, action, group, at_gte: from, at_lte: to, ...rest } = query;
    const filter = { ...rest, actions: action, groups: group, from, to };
    if (format === 'csv') return sendCsv(reply, 'registros', auditCsv(db, reader, filter)) as never;
    return listAudit(db, reader, filter, { page, limit });
  };
  routes.get('/audit-log', {
    config: { resource: 'audit-log', action: 'list', csvAction: 'export', ...exportLimitOfCsv },
    schema: { tags: ['account'], operationId: 'listAuditLog', querystring: auditQuery, response },
    handler: async (request, reply) => answer(reply, tenantOf(request), request.query),
  });
  routes.get('/admin/audit-log', {
    config: { resource: 'platform-audit-log', action: 'list', csvAction: 'export', ...exportLimitOfCsv },
    schema: { tags, operationId: 'listPlatformAuditLog', querystring: platformAuditQuery, response },
    handler: async (request, reply) => answer(reply, 'platform', request.query),
  });
}
