import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { accessDecisions, platformAccessDecisions } from '../../../../resources/access-decisions.ts';
import { auditEntry, auditQuery, platformAuditQuery } from '../../../shared/audit.ts';
import { pageOf } from '../../../shared/page.ts';
import { auditCsv } from '../../audit/audit-csv.ts';
import { type AuditScope, listAudit } from '../../audit/read-audit.ts';
import type { Tenant } from '../../db/tenant.ts';
import { tenantOf } from '../../http/access.ts';
import { exportLimitOfCsv } from '../../http/rate-limit.ts';
import { type Api, orCsv, route } from '../../http/route.ts';
import { sendCsv } from '../../http/send-csv.ts';
import { readRoutes } from '../../resource/router.ts';
import type { Services } from '../../runtime/services.ts';
import { decisionSources } from './decisions.ts';

const tags = ['staff'];

export function auditRoutes(api: Api, services: Services): void {
  const { db, policy } = services;
  const { refusals, all } = decisionSources(policy);
  readRoutes(api, services, { resource: accessDecisions, source: refusals });
  readRoutes(api, services, { resource: platformAccessDecisions, source: all });
  const entries = orCsv(pageOf(auditEntry));
  const sendLog = (
    reply: FastifyReply,
    { hidden }: Tenant,
    scope: AuditScope,
    query: z.output<typeof platformAuditQuery>,
  ) => {
    const { page, limit, format, action, group, at_gte: from, at_lte: to, ...rest } = query;
    const filter = { ...rest, actions: action, groups: group, from, to, hidden };
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
    handler: async (request, reply) => sendLog(reply, tenantOf(request), tenantOf(request), request.query),
  });
  api.get('/admin/audit-log', {
    ...route('platform-audit-log', 'list', {
      tags,
      querystring: platformAuditQuery,
      answer: entries,
      config: { csvAction: 'export', ...exportLimitOfCsv },
    }),
    handler: async (request, reply) => sendLog(reply, tenantOf(request), 'platform', request.query),
  });
}
