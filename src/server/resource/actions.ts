import { z } from 'zod';
import { fulfils } from '../../../resources/kit/field.ts';
import { guardedFields } from '../../../resources/kit/guarded.ts';
import type { DeclaredAction, Resource } from '../../../resources/kit/resource.ts';
import { inputSchema, recordSchema, rowParams } from '../../../resources/kit/schema.ts';
import { changesOf, titleOf } from '../audit/call-entry.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { noteChange } from '../db/live-changes.ts';
import type { Tx } from '../db/tenant.ts';
import { memberOf } from '../http/access.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { perMinute } from '../http/rate-limit.ts';
import { type Api, fileOf, route } from '../http/route.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type ActionFile, type CallingMember, hooksOf, type Served, type ServedAction } from './behaviour.ts';
import { bulkOperation, rowIds } from './bulk.ts';
import { lockRow, type ResourceRow, rowInside } from './query.ts';
import { withRows } from './scope.ts';
import { type ReadResource, rowsFor } from './source.ts';
import { editInside } from './write.ts';

type AnyAction = ServedAction<ResourceRow, object>;

interface RoutedAction extends ReadResource {
  call: DeclaredAction;
  action: AnyAction;
}

const onlyReads = ({ answer }: DeclaredAction) => answer === 'file' || answer === 'result';

/**
 * Returns the rows with these ids that fit the action, locked. Those that do not fit stay unlocked, because a lock counts
 * as a change. Throws `ApiError` `not_found`.
 */
async function fittingRows(tx: Tx, { source, call }: RoutedAction, ids: readonly string[], by: CallingMember) {
  const at = rowsFor(source, by.tenant);
  const rows: ResourceRow[] = [];
  for (const id of ids) {
    const seen = call.when || onlyReads(call) ? await rowInside(tx, at, id) : undefined;
    if (seen && !fulfils(call.when, seen)) continue;
    const row = onlyReads(call) && seen ? seen : await lockRow(tx, at, id);
    if (fulfils(call.when, row)) rows.push(row);
  }
  return rows;
}

/** Does an action on all of these rows, or on none. Throws `ApiError`. */
async function act(
  { db }: Services,
  declared: RoutedAction,
  ids: readonly string[],
  input: object,
  by: CallingMember,
  isBulk = false,
): Promise<unknown> {
  const { resource, call, action } = declared;
  return withRows(db, rowsFor(declared.source, by.tenant), async (tx) => {
    const [first, ...others] = await fittingRows(tx, declared, ids, by);
    if (!first) return undefined;
    if (isBulk && !action.record)
      for (const { id } of [first, ...others])
        await writeAudit(tx, by, `${resource.name}_${call.name}`, { detail: { id, ...changesOf(input, undefined) } });
    // An edit notes its changes itself.
    if (!onlyReads(call) && !call.set)
      for (const { id } of [first, ...others])
        noteChange(tx, resource, { accountId: by.tenant.accountId, type: 'updated', id });
    return action.run(tx, by.tenant, [first, ...others], input, by);
  });
}

/** Returns the action that writes what the declaration sets and asks for, like an edit of the row. */
const settingAction = ({ resource, source, behaviour }: Served, { name, set }: DeclaredAction): AnyAction => ({
  record: 'own',
  run: async (tx, tenant, rows, input, by) => {
    const values = { ...set, ...input };
    for (const row of rows) {
      await editInside(tx, rowsFor(source, tenant), row.id, values, hooksOf(behaviour, by));
      await writeAudit(tx, by, `${resource.name}_${name}`, {
        subject: titleOf([row], guardedFields(resource)),
        detail: { id: row.id, ...changesOf(values, row) },
      });
    }
  },
});

const operationOf = (resource: Resource, action: string) =>
  `${action}${recordSchema(resource).meta()?.title as string}`;

function fileRoute(api: Api, services: Services, declared: RoutedAction): void {
  const { resource, call, action } = declared;
  const { name, allowedBy = name, path = name } = call;
  const { operationId = operationOf(resource, name), description, fileType = 'application/octet-stream' } = action;
  api.get(`${resource.api}/:id/${path}`, {
    ...route(resource.name, allowedBy, {
      operationId,
      description,
      params: rowParams(resource),
      answer: fileOf(fileType),
    }),
    handler: async (request, reply) => {
      const make = await act(services, declared, [request.params.id], {}, memberOf(request));
      if (!make) throw notFound();
      const file = await (make as () => Promise<ActionFile>)();
      return reply
        .type(fileType)
        .header('content-disposition', contentDisposition('attachment', file.name))
        .send(file.bytes as never);
    },
  });
}

function rowRoute(api: Api, services: Services, declared: RoutedAction): void {
  const { resource, call, action } = declared;
  const { name, allowedBy = name, path = name, input, answer } = call;
  const { operationId = operationOf(resource, name), description, record, needsFreshSession, perMinute: most } = action;
  const isShown = answer === 'shown';
  api.post(`${resource.api}/:id/${path}`, {
    ...route(resource.name, allowedBy, {
      ...{
        operationId,
        description,
        params: rowParams(resource),
        config: { record, needsFreshSession, ...(most && perMinute(most)) },
      },
      ...(input && { body: inputSchema({ ...resource, fields: input }) }),
      ...(isShown && { answer: z.object({ secret: z.string() }) }),
      ...(answer === 'result' && { answer: action.result }),
    }),
    handler: async (request) => {
      const answered = await act(
        services,
        declared,
        [request.params.id],
        Object(request.body) as object,
        memberOf(request),
      );
      if (answer === 'result') {
        if (!answered) throw notFound();
        return (answered as () => Promise<never>)();
      }
      return (isShown ? { secret: answered } : undefined) as never;
    },
  });
}

function rowsRoute(api: Api, services: Services, declared: RoutedAction): void {
  const { resource, call, action } = declared;
  const { name, allowedBy = name, path = name, input = {} } = call;
  const body = inputSchema({ ...resource, fields: input }).extend(rowIds.shape);
  api.post(`${resource.api}/bulk-${path}`, {
    ...route(resource.name, allowedBy, {
      ...{ operationId: bulkOperation(resource, name), description: action.description, body },
      config: { record: action.record },
    }),
    handler: async (request) => {
      const { ids, ...values } = request.body as z.output<typeof rowIds>;
      await act(services, declared, ids, values, memberOf(request), true);
    },
  });
}

/** Registers the routes of the declared actions whose behaviour is given. */
export function actionRoutes(api: Api, services: Services, served: Served): void {
  const { resource, source, behaviour } = served;
  const actions: Partial<Record<string, AnyAction>> = behaviour.actions ?? {};
  for (const call of resource.rowCalls ?? []) {
    const action = actions[call.name] ?? (call.set && settingAction(served, call));
    if (!action && resource.storage === 'derived') throw new Error(`Nothing serves ${resource.name} ${call.name}`);
    if (!action) continue;
    const declared = { resource, source, call, action };
    if (call.answer === 'file') fileRoute(api, services, declared);
    else rowRoute(api, services, declared);
    if (call.on === 'rows') rowsRoute(api, services, declared);
  }
}
