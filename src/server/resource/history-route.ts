import type { Resource } from '../../../resources/kit/resource.ts';
import { recordSchema, rowParams } from '../../../resources/kit/schema.ts';
import { type AuditAction, auditEntry } from '../../shared/audit.ts';
import { pageOf } from '../../shared/page.ts';
import { pageQuery } from '../../shared/query-params.ts';
import { listAudit } from '../audit/read-audit.ts';
import { tenantOf } from '../http/access.ts';
import { type Api, route } from '../http/route.ts';
import type { Services } from '../runtime/services.ts';
import { showRow } from './query.ts';
import { type ReadResource, rowsFor } from './source.ts';

const READING = ['list', 'show', 'export', 'history'];

const change = auditEntry
  .pick({ id: true, at: true, action: true, userName: true, actorName: true, detail: true })
  .meta({ title: 'RowChange' });

const recordedActions = ({ name, actions, recordedAs = [] }: Resource): AuditAction[] => [
  ...actions.filter((action) => !READING.includes(action)).map((action) => `${name}_${action}` as const),
  ...(recordedAs as AuditAction[]),
];

/** Registers the route that tells who has changed a row that the caller may see, newest change first. */
export function historyRoute(api: Api, { db }: Services, { resource, source }: ReadResource): void {
  const isOfPlatform = resource.scope === 'platform';
  api.get(`${resource.api}/:id/history`, {
    ...route(resource.name, 'history', {
      operationId: `list${recordSchema(resource).meta()?.title as string}History`,
      description: 'The changes of one row: who, when, and the values before and after. Newest first.',
      params: rowParams(resource),
      querystring: pageQuery,
      answer: pageOf(change),
    }),
    handler: async (request) => {
      const tenant = tenantOf(request);
      const { id } = request.params;
      await showRow(db, rowsFor(source, tenant), id);
      const filter = { actions: recordedActions(resource), rowId: id, hidden: tenant.hidden };
      const page = await listAudit(db, isOfPlatform ? 'platform' : tenant, filter, request.query);
      return { ...page, data: page.data.map((entry) => change.parse(entry)) };
    },
  });
}
