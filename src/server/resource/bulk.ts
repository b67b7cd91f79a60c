import { z } from 'zod';
import { guardedFields } from '../../../resources/kit/guarded.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { BULK_IDS_MAX } from '../../shared/constants.ts';
import { changesOf, titleOf } from '../audit/call-entry.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { memberOf } from '../http/access.ts';
import { type Api, route } from '../http/route.ts';
import type { Services } from '../runtime/services.ts';
import { type CallingMember, hooksOf, type Served, type WriteHooks } from './behaviour.ts';
import { editSchema } from './router.ts';
import { withRows } from './scope.ts';
import { rowsFor } from './source.ts';
import { deleteRows, editInside, throwWriteError } from './write.ts';

/** The rows of a call that changes several. Sorted, so that two calls never wait for each other. */
export const rowIds = z.object({
  ids: z
    .array(z.uuid())
    .min(1)
    .max(BULK_IDS_MAX)
    .overwrite((ids) => [...new Set(ids)].sort()),
});

const description = 'Changes all of the rows or none: an id that is not found refuses the call.';

/** `delete` and `webhook-deliveries` → `bulkDeleteWebhookDeliveries`. */
export const bulkOperation = ({ name }: Resource, action: string): string =>
  `bulk-${action}-${name}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Many extends Served {
  ids: readonly string[];
  by: CallingMember;
}

/** Gives rows the same values. Throws `ApiError`, and then changes none of them. */
async function editRows({ db }: Services, { resource, source, behaviour, ids, by }: Many, values: object) {
  const at = rowsFor(source, by.tenant);
  const hooks = hooksOf(behaviour, by);
  const recording: WriteHooks = {
    ...hooks,
    afterWrite: async (tx, change) => {
      await hooks.afterWrite?.(tx, change);
      const detail = { id: change.id, ...changesOf(values, change.before) };
      await writeAudit(tx, by, `${resource.name}_edit`, {
        subject: titleOf([change.before], guardedFields(resource)),
        detail,
      });
    },
  };
  await withRows(db, at, async (tx) => {
    for (const id of ids) await editInside(tx, at, id, { ...values }, recording);
  }).catch((error) => throwWriteError(error, { db, source: at, values: { ...values } }));
}

/** Throws `ApiError`, and then deletes none of the rows. */
async function deleteMany({ db }: Services, { resource, source, behaviour, ids, by }: Many) {
  const hooks = hooksOf(behaviour, by);
  const recording: WriteHooks = {
    ...hooks,
    beforeDelete: async (tx, row) => {
      await hooks.beforeDelete?.(tx, row);
      if (behaviour.recordsDeletion) return;
      await writeAudit(tx, by, `${resource.name}_delete`, {
        subject: titleOf([row], guardedFields(resource)),
        detail: { id: row.id },
      });
    },
  };
  await deleteRows(db, rowsFor(source, by.tenant), ids, recording);
}

/** Registers the routes that edit and delete several rows of a resource, as far as it declares them. */
export function bulkRoutes(api: Api, services: Services, served: Served): void {
  const { resource } = served;
  const { name, api: path, actions, list } = resource;
  const { bulk } = list;
  if (bulk?.length && actions.includes('edit')) {
    const { shape } = editSchema(resource);
    const fields = Object.fromEntries(bulk.map((one) => [one, shape[one] as z.ZodType]));
    api.post(`${path}/bulk-edit`, {
      ...route(name, 'edit', {
        operationId: bulkOperation(resource, 'edit'),
        description,
        body: rowIds.extend(fields),
      }),
      handler: async (request) => {
        const { ids, ...values } = request.body as z.output<typeof rowIds>;
        await editRows(services, { ...served, ids, by: memberOf(request) }, values);
      },
    });
  }
  if (bulk && actions.includes('delete')) {
    const answer = z.object({ deleted: z.int() });
    api.post(`${path}/bulk-delete`, {
      ...route(name, 'delete', { operationId: bulkOperation(resource, 'delete'), description, body: rowIds, answer }),
      handler: async (request) => {
        const { ids } = request.body;
        await deleteMany(services, { ...served, ids, by: memberOf(request) });
        return { deleted: ids.length };
      },
    });
  }
}
