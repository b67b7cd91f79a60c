import { z } from 'zod';
import { guardedFields } from '../../../resources/kit/guarded.ts';
import { inputSchema, recordSchema } from '../../../resources/kit/schema.ts';
import { BULK_IDS_MAX } from '../../shared/constants.ts';
import type { FieldError } from '../../shared/problem.ts';
import { changesOf, titleOf } from '../audit/call-entry.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inSavepoint } from '../db/after-commit.ts';
import { noteChange } from '../db/live-changes.ts';
import { withTenant } from '../db/tenant.ts';
import { memberOf } from '../http/access.ts';
import { type Api, route } from '../http/route.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type CallingMember, hooksOf, type Served } from './behaviour.ts';
import { bulkOperation } from './bulk.ts';
import { readByIds } from './query.ts';
import { type GivenRow, resolveTitles, withTitles } from './referenced-titles.ts';
import { assertContext } from './scope.ts';
import { rowsFor } from './source.ts';
import { createInside, isIntegrityError, throwWriteError } from './write.ts';

/** Undoes the transaction of rows that were only checked, or of which some were refused. */
class Undone extends Error {}

const isAboutRow = (error: unknown) => isIntegrityError(error) || (error instanceof ApiError && Boolean(error.errors));

const ofRow = (at: number, errors: readonly FieldError[] = []): FieldError[] =>
  errors.map((one) => ({ ...one, field: `rows.${at}.${one.field}` }));

/**
 * Inserts all of these rows, each with its audit entry, or none; none if `onlyCheck`. Returns their ids. Throws `ApiError`
 * `invalid_input` with the errors of all rows: the field `rows.2.name` is the name of the third one.
 */
async function createMany(
  { db, policy }: Services,
  { resource, source, behaviour }: Served,
  by: CallingMember,
  given: readonly GivenRow[],
  onlyCheck: boolean,
): Promise<string[]> {
  const { tenant } = by;
  const at = rowsFor(source, tenant);
  const hooks = hooksOf(behaviour, by);
  const { rows, errors } = await resolveTitles(db, resource, tenant, given, (to) => policy.can(by, to, 'list'));
  // A required reference without its row cannot be stored, not even to be undone.
  const unresolved = new Set(errors.map(({ field }) => Number(field.split('.')[1])));
  let refused = new Map<number, unknown>();
  const ids = await withTenant(db, tenant, async (tx) => {
    refused = new Map();
    const made: string[] = [];
    for (const [index, values] of rows.entries()) {
      if (unresolved.has(index)) continue;
      try {
        // A savepoint, so that the rows after a refused one are checked, too.
        const id = await inSavepoint(tx, (inner) => createInside(inner, at, values, hooks));
        const subject = titleOf([values], guardedFields(resource));
        await writeAudit(tx, by, `${resource.name}_create`, {
          subject,
          detail: { id, ...changesOf(values, undefined) },
        });
        noteChange(tx, resource, { accountId: tenant.accountId, type: 'created', id });
        made.push(id);
      } catch (error) {
        if (!isAboutRow(error)) throw error;
        refused.set(index, error);
      }
    }
    if (onlyCheck || refused.size > 0 || errors.length > 0) throw new Undone();
    return made;
  }).catch((error) => {
    if (error instanceof Undone) return [];
    throw error;
  });
  for (const [index, error] of refused) {
    const attempt = { db, source: at, values: rows[index] ?? {} };
    const told: unknown = await throwWriteError(error, attempt).catch((one: unknown) => one);
    if (!(told instanceof ApiError) || !told.errors) throw told;
    errors.push(...ofRow(index, told.errors));
  }
  if (errors.length > 0) throw new ApiError('invalid_input', { errors });
  return ids;
}

/** Registers the routes that create several rows of a resource, as far as it declares them. */
export function createManyRoutes(api: Api, services: Services, served: Served): void {
  const { resource, source } = served;
  const { list, scope, actions, api: path, name } = resource;
  const context = scope === 'context' ? { contextId: z.uuid() } : {};
  const rowsOf = (row: z.ZodObject) => z.object({ rows: z.array(row.extend(context)).min(1).max(BULK_IDS_MAX) });
  const answer = z.object({ data: z.array(recordSchema(resource)) });
  const create = async (by: CallingMember, rows: readonly GivenRow[], onlyCheck: boolean) => {
    for (const { contextId } of rows) if (scope === 'context') assertContext(by.tenant, String(contextId));
    const ids = await createMany(services, served, by, rows, onlyCheck);
    return { data: await readByIds(services.db, rowsFor(source, by.tenant), ids) };
  };
  if ((list.bulk || list.import) && actions.includes('create')) {
    api.post(`${path}/bulk-create`, {
      ...route(name, 'create', {
        operationId: bulkOperation(resource, 'create'),
        description:
          'Creates all of the rows or none. The field `rows.2.name` of an error is the name of the third one.',
        ...{ body: rowsOf(inputSchema(resource)), answer, status: 201 },
      }),
      handler: async (request) => create(memberOf(request), request.body.rows, false),
    });
  }
  if (list.import) {
    const onlyCheck = z.boolean().default(false).describe('Creates nothing, and tells what would be refused.');
    api.post(`${path}/bulk-import`, {
      ...route(name, 'import', {
        operationId: bulkOperation(resource, 'import'),
        description: 'Creates all of the rows or none. References are ids or titles of the rows that they name.',
        ...{ body: rowsOf(withTitles(resource)).extend({ onlyCheck }), answer, status: 201 },
      }),
      handler: async (request) => create(memberOf(request), request.body.rows, request.body.onlyCheck),
    });
  }
}
