import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { Resource } from '../../../resources/kit/resource.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { t } from '../runtime/translate.ts';
import { lockRow } from './query.ts';
import { rowsOf } from './scope.ts';
import type { ResourceSource } from './source.ts';
import { editableValues, mergeChange } from './versions.ts';

type Values = Record<string, unknown>;

/** A write that failed. */
interface Attempt {
  db: Db;
  source: ResourceSource;
  tenant: Tenant;
  values: Values;
  /** The row of an edit. */
  id?: string;
}

/** Returns the row that already has the value of a unique field, if the tenant may see it. */
async function findRival(
  { scope, fields }: Resource,
  field: string,
  { db, source, tenant, values, id }: Attempt,
): Promise<{ id: string } | undefined> {
  const {
    contextId = sql`(select context_id from ${source.table} where ${and(rowsOf(source, tenant), sql`id = ${id ?? null}`)})`,
  } = values;
  const [rival] = await readTenant<{ id: string }>(
    db,
    tenant,
    sql`select ${source.id} as id from ${source.table} where ${and(
      ...[rowsOf(source, tenant), source.where],
      fields[field]?.caseToggle
        ? sql`lower(${source.fields[field]}) = lower(${values[field]})`
        : sql`${source.fields[field]} = ${values[field]}`,
      id ? sql`${source.id} <> ${id}` : undefined,
      scope === 'context' ? sql`${source.contextId} = ${contextId}` : undefined,
    )} limit 1`,
  );
  return rival;
}

/**
 * Translates PostgreSQL's integrity errors (class 23) to API errors: foreign key → `not_found`, unique →
 * `already_exists`, with the existing row. Rethrows all others.
 */
export async function throwWriteError(resource: Resource, error: unknown, attempt: Attempt): Promise<never> {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string; constraint?: string };
  if (cause.code === '23503') throw notFound();
  if (cause.code !== '23505') throw error;
  const field = Object.entries(resource.fields).find(([, { unique }]) => unique)?.[0];
  if (!field) throw new ApiError('already_exists');
  const message = t('errors.already_exists');
  const current = field in attempt.values ? await findRival(resource, field, attempt) : undefined;
  throw new ApiError('already_exists', { current, errors: [{ field, code: 'already_exists', message }] });
}

/** Inserts a row. Returns its id. */
export async function createRow(
  db: Db,
  resource: Resource,
  source: ResourceSource,
  tenant: Tenant,
  values: Values,
): Promise<string> {
  const id = uuidv7();
  const row = { ...values, accountId: tenant.accountId, id };
  return withTenant(db, tenant, async (tx) => {
    await tx.insert(source.table as PgTable).values(row);
    return id;
  }).catch((error) => throwWriteError(resource, error, { db, source, tenant, values }));
}

/**
 * Locks a row and returns the part of `change` to write, as `mergeChange` does.
 * Throws `ApiError` `not_found`, `changed_meanwhile`.
 */
export async function mergeRow<C extends object>(
  tx: Tx,
  resource: Resource,
  source: ResourceSource,
  tenant: Tenant,
  id: string,
  change: C & { version?: string },
) {
  const row = await lockRow(tx, resource, source, tenant, id);
  const values = editableValues(resource, row);
  const actions = [`${resource.name}_edit`];
  return mergeChange(tx, { accountId: tenant.accountId, actions, id, values, row }, change);
}

/** Updates a row. Fields missing from `change` stay. Throws `ApiError` `not_found`, `changed_meanwhile`. */
export async function editRow(
  db: Db,
  resource: Resource,
  source: ResourceSource,
  tenant: Tenant,
  id: string,
  change: Values & { version?: string },
): Promise<void> {
  await withTenant(db, tenant, async (tx) => {
    const values = await mergeRow(tx, resource, source, tenant, id, change);
    if (Object.keys(values).length === 0) return;
    await tx
      .update(source.table as PgTable)
      .set({ ...values, updatedAt: new Date() })
      .where(and(rowsOf(source, tenant), eq(source.id, id)));
  }).catch((error) => throwWriteError(resource, error, { db, source, tenant, values: change, id }));
}

/** Throws `ApiError` `not_found`. */
export async function deleteRow(db: Db, source: ResourceSource, tenant: Tenant, id: string): Promise<void> {
  const deleted = await withTenant(db, tenant, (tx) =>
    tx
      .delete(source.table as PgTable)
      .where(and(rowsOf(source, tenant), eq(source.id, id)))
      .returning({ id: source.id as AnyPgColumn }),
  );
  if (deleted.length === 0) throw notFound();
}
