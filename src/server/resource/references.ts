import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { resources } from '../../../resources/index.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { formatList } from '../../shared/format.ts';
import { derivedTables, referencedTable } from '../db/derived-tables.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { columnsOf, referenceName } from '../db/table-of.ts';
import { type Db, readTenant, type Tenant, type Tx } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { rowsOf } from './scope.ts';
import { derivedSource } from './source.ts';

/** How many of the rows that hold another one are named. */
const HOLDERS_NAMED = 3;

const unknownReference = (fields: readonly string[]) =>
  new ApiError('invalid_input', {
    errors: fields.map((field) => ({
      field,
      code: 'unknown_reference',
      message: t('validation.unknown_reference'),
    })),
  });

/** Returns whether the tenant may reference all of these rows, from a row of this context. */
async function areKnown(tx: Tx, tenant: Tenant, to: string, ids: readonly string[], contextId: SQL | undefined) {
  const table = referencedTable(to);
  if (!table) return false;
  const columns = columnsOf(table);
  const isContext = table === contexts;
  const ofContext = isContext ? columns.id : columns.contextId;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(distinct ${columns.id})::int as count from ${table}
    where ${rowsOf({ accountId: columns.accountId, contextId: ofContext }, tenant)}
      and ${inArray(columns.id, [...ids])}
      ${contextId && ofContext && !isContext ? sql`and ${ofContext} = ${contextId}` : sql``}`);
  return rows[0]?.count === new Set(ids).size;
}

/**
 * Throws `ApiError` `invalid_input` for references to rows that do not exist, or that the tenant may not see. The foreign
 * keys check the account and, between derived tables, the context, too. `contextId` is that of the row itself.
 */
export async function requireReferences(
  tx: Tx,
  { scope, fields, storage }: Resource,
  tenant: Tenant,
  values: Readonly<Record<string, unknown>>,
  contextId: SQL,
): Promise<void> {
  // A capability checks those of its rows itself.
  if (storage === 'owned') return;
  const unknown: string[] = [];
  for (const [name, { to }] of Object.entries(fields)) {
    const value = values[name] ?? [];
    const ids = [value].flat() as string[];
    if (!to || ids.length === 0) continue;
    if (!(await areKnown(tx, tenant, to, ids, scope === 'context' ? contextId : undefined))) unknown.push(name);
  }
  if (unknown.length > 0) throw unknownReference(unknown);
}

/** Returns the error for a violated foreign key of a reference; undefined for any other constraint. */
export function referenceError({ name, fields }: Resource, constraint: string | undefined): ApiError | undefined {
  const field = Object.keys(fields).find((one) => fields[one]?.to && referenceName(name, one) === constraint);
  return field === undefined ? undefined : unknownReference([field]);
}

/** Returns the `in_use` error for rows that others reference. Names those that the tenant may see. */
export async function inUseError(
  db: Db,
  { name: to }: Resource,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ApiError> {
  const holders: { resource: string; id: string; title: string }[] = [];
  for (const other of resources.filter(({ name }) => name in derivedTables)) {
    const source = derivedSource(other);
    const references = Object.entries(other.fields).filter(
      ([, field]) => field.kind === 'reference' && field.to === to,
    );
    for (const [field] of references) {
      const rows = await readTenant<{ id: string; title: string }>(
        db,
        tenant,
        sql`select ${source.id} as id, ${source.fields[other.title]}::text as title from ${source.table}
            where ${rowsOf(source, tenant)} and ${inArray(source.fields[field] as AnyPgColumn, [...ids])}
            order by ${source.fields.createdAt ?? source.id} limit ${HOLDERS_NAMED}`,
      );
      holders.push(...rows.map((row) => ({ resource: other.name, ...row })));
    }
  }
  const named = holders.map(({ resource, title }) => `“${title}” (${t(`${resource}.title`)})`);
  const list = formatList(named.slice(0, HOLDERS_NAMED));
  return new ApiError('in_use', {
    current: { holders },
    ...(list && { message: t('errors.in_use_by', { holders: list }) }),
  });
}
