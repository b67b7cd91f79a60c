import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { accessDecisions, platformAccessDecisions } from '../../../../resources/access-decisions.ts';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { recordSchema } from '../../../../resources/kit/schema.ts';
import { auditEntry, auditQuery, platformAuditQuery } from '../../../shared/audit.ts';
import { auditCsv } from '../../audit/audit-csv.ts';
import { type AuditScope, listAudit } from '../../audit/read-audit.ts';
import { tenantOf } from '../../http/access.ts';
import { exportLimitOfCsv } from '../../http/rate-limit.ts';
import { type Api, orCsv, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { listQuerySchema, readListQuery } from '../../resource/list-query.ts';
import { listRows } from '../../resource/query.ts';
import { pageOf } from '../../resource/router.ts';
import type { ResourceSource } from '../../resource/source.ts';
import type { Services } from '../../runtime/services.ts';
import { decisionsCsv, decisionsSource, refusalsSource } from './decisions.ts';

const tags = ['staff'];

function decisionRoute(api: Api, { db }: Services, resource: Resource, source: ResourceSource, tags: string[]): void {
  api.get(resource.api, {
    ...route(resource.name, 'list', {
      tags,
      querystring: listQuerySchema(resource).extend({ format: z.enum(['json', 'csv']).default('json') }),
      answer: orCsv(pageOf(recordSchema(resource))),
      config: { csvAction: 'export', ...exportLimitOfCsv },
    }),
    handler: async (request, reply) => {
      const { format, ...query } = request.query;
      const [tenant, list] = [tenantOf(request), readListQuery(resource, query)];
      if (format === 'json') return listRows(db, resource, source, tenant, list);
      return sendCsv(reply, 'decisoes', decisionsCsv(db, resource, source, tenant, list)) as never;
    },
  });
}

export function auditRoutes(api: Api, services: Services): void {
  const { db } = services;
  decisionRoute(api, services, accessDecisions, refusalsSource, ['account']);
  decisionRoute(api, services, platformAccessDecisions, decisionsSource, tags);
  const entries = orCsv(pageOf(auditEntry));
  const sendLog = (reply: FastifyReply, scope: AuditScope, query: z.output<typeof platformAuditQuery>) => {
    const { page, limit, format, action, group, at_gte: from, at_lte: to, ...rest } = query;
    const filter = { ...rest, actions: action, groups: group, from, to };
    if (format === 'csv') return sendCsv(reply, 'registros', auditCsv(db, scope, filter)) as never;
    return listAudit(db, scope, filter, { page, limit });
  };
  api.get('/audit-log', {
    ...route('audit-log', 'list', {
      tags: ['account'],
      querystring: auditQuery,
      answer: entries,
      config: { csvAction: 'export', ...exportLimitOfCsv },
    }),
    handler: async (request, reply) => sendLog(reply, tenantOf(request), request.query),
  });
  api.get('/admin/audit-log', {
    ...route('platform-audit-log', 'list', {
      tags,
      querystring: platformAuditQuery,
      answer: entries,
      config: { csvAction: 'export', ...exportLimitOfCsv },
    }),
    handler: async (request, reply) => sendLog(reply, 'platform', request.query),
  });
}
