import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '../db/failures.ts';
import { noteChange } from '../db/live-changes.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sqlName } from '../db/table-of.ts';
import type { Db, Tx } from '../db/tenant.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { alreadyTaken } from '../runtime/field-errors.ts';
import type { WriteHooks } from './behaviour.ts';
import { applyConditions } from './conditions.ts';
import { attachFiles, splitFiles } from './files.ts';
import { hiddenFields, withoutFields } from './guarded.ts';
import { lockRow, readRows, type ResourceRow, rowInside } from './query.ts';
import { inUseError, referenceError, requireReferences } from './references.ts';
import { visibleRows, withRows } from './scope.ts';
import { newSlug } from './slug.ts';
import type { TenantRows } from './source.ts';
import { editableValues, mergeChange } from './versions.ts';

type Values = Record<string, unknown>;

/** A write that failed. */
interface Attempt {
  db: Db;
  source: TenantRows;
  values: Values;
  /** The row of an edit. */
  id?: string;
}

const contextOf = (source: TenantRows, id: string): SQL =>
  sql`(select context_id from ${source.table} where ${and(visibleRows(source), sql`id = ${id}`)})`;

/** Returns the row that already has the value of a unique field, if the tenant may see it. */
async function findRival(field: string, { db, source, values, id }: Attempt): Promise<{ id: string } | undefined> {
  const { scope, fields } = source.resource;
  const { contextId = id && contextOf(source, id) } = values;
  const [rival] = await readRows<{ id: string }>(
    db,
    source,
    sql`select ${source.id} as id from ${source.table} where ${and(
      visibleRows(source),
      fields[field]?.caseToggle
        ? sql`lower(${source.fields[field]}) = lower(${values[field]})`
        : sql`${source.fields[field]} = ${values[field]}`,
      id ? sql`${source.id} <> ${id}` : undefined,
      scope === 'context' ? sql`${source.contextId} = ${contextId}` : undefined,
    )} limit 1`,
  );
  return rival;
}

interface IntegrityError {
  code?: string;
  constraint?: string;
}
const integrityErrorOf = (error: unknown) => ((error as { cause?: unknown }).cause ?? error) as IntegrityError;

export const isIntegrityError = (error: unknown): boolean =>
  [FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION].includes(integrityErrorOf(error).code ?? '');

/**
 * Translates PostgreSQL's integrity errors (class 23) to API errors: foreign key → `invalid_input` for a reference,
 * otherwise `not_found`; unique → `already_exists`, with the existing row. Rethrows all others.
 */
export async function throwWriteError(error: unknown, attempt: Attempt): Promise<never> {
  const { resource } = attempt.source;
  const { code, constraint = '' } = integrityErrorOf(error);
  if (code === FOREIGN_KEY_VIOLATION) throw referenceError(resource, constraint) ?? notFound();
  if (code !== UNIQUE_VIOLATION) throw error;
  const unique = Object.keys(resource.fields).filter((name) => resource.fields[name]?.unique);
  const field = unique.find((name) => constraint.includes(`_${sqlName(name)}`)) ?? unique[0];
  if (!field) throw new ApiError('already_exists');
  const current = field in attempt.values ? await findRival(field, attempt) : undefined;
  throw alreadyTaken('already_exists', field, current);
}

/** Locks the account, so that concurrent calls cannot exceed the maximum together. Throws `ApiError`. */
async function requireRoom(tx: Tx, source: TenantRows): Promise<void> {
  const { atMost } = source.resource;
  const { accountId } = source.tenant;
  if (!atMost || !source.accountId) return;
  await lockAccount(tx, accountId);
  if ((await tx.$count(source.table as PgTable, eq(source.accountId, accountId))) < atMost.rows) return;
  throw new ApiError(atMost.error as ErrorCode, { values: { count: atMost.rows } });
}

/** Does the work of `createRow` within the caller's transaction. Throws PostgreSQL's integrity errors as they are. */
export async function createInside(tx: Tx, source: TenantRows, values: Values, hooks: WriteHooks): Promise<string> {
  const { resource, tenant } = source;
  const newId = resource.hasSlugs ? await newSlug(tx, source, values) : uuidv7();
  const given = applyConditions(resource, values);
  const change = { id: newId, values: given, after: given };
  const { columns, files } = splitFiles(resource, given);
  await requireRoom(tx, source);
  const {
    id = newId,
    secret,
    ...more
  } = ((await hooks.beforeWrite?.(tx, change)) ?? {}) as {
    id?: string;
    secret?: unknown;
  };
  hooks.secret = secret;
  await requireReferences(tx, resource, tenant, values, sql`${values.contextId}`);
  await tx.insert(source.table as PgTable).values({ ...columns, ...more, accountId: tenant.accountId, id });
  await attachFiles(tx, resource, tenant, id, files);
  await hooks.afterWrite?.(tx, { ...change, id });
  return id;
}

/** Inserts a row. Returns its id. */
export async function createRow(db: Db, source: TenantRows, values: Values, hooks: WriteHooks = {}): Promise<string> {
  return withRows(db, source, async (tx) => {
    const id = await createInside(tx, source, values, hooks);
    noteChange(tx, source.resource, { accountId: source.tenant.accountId, type: 'created', id });
    return id;
  }).catch((error) => throwWriteError(error, { db, source, values }));
}

/**
 * Locks a row and returns the part of `change` to write, as `mergeChange` does.
 * Throws `ApiError` `not_found`, `changed_meanwhile`.
 */
export async function mergeRow<C extends object>(
  tx: Tx,
  source: TenantRows,
  id: string,
  change: C & { version?: string },
) {
  const { resource, tenant } = source;
  const row = await lockRow(tx, source, id);
  // A version that somebody got has no hash of what they may not read, so that it cannot be compared.
  const values = withoutFields(editableValues(resource, row), hiddenFields(resource, tenant.hidden));
  const actions = [`${resource.name}_edit`, ...(resource.recordedAs ?? [])];
  return mergeChange(tx, { accountId: tenant.accountId, actions, id, values, row }, change);
}

/** Does the work of `editRow` within the caller's transaction. Throws PostgreSQL's integrity errors as they are. */
export async function editInside(
  tx: Tx,
  source: TenantRows,
  id: string,
  change: Values & { version?: string },
  hooks: WriteHooks,
): Promise<void> {
  const { resource, tenant } = source;
  const merged = await mergeRow(tx, source, id, change);
  const before = await lockRow(tx, source, id);
  const values = applyConditions(resource, merged, before);
  if (Object.keys(values).length === 0) return;
  const written = { id, before, values, after: { ...before, ...values } };
  const more = await hooks.beforeWrite?.(tx, written);
  await requireReferences(tx, resource, tenant, values, contextOf(source, id));
  const { columns, files } = splitFiles(resource, values);
  await tx
    .update(source.table as PgTable)
    .set({ ...columns, ...more, updatedAt: new Date() })
    .where(and(visibleRows(source), eq(source.id, id)));
  await attachFiles(tx, resource, tenant, id, files);
  await hooks.afterWrite?.(tx, written);
  noteChange(tx, resource, { accountId: tenant.accountId, type: 'updated', id });
}

/** Updates a row. Fields missing from `change` stay. Throws `ApiError` `not_found`, `changed_meanwhile`. */
export async function editRow(
  db: Db,
  source: TenantRows,
  id: string,
  change: Values & { version?: string },
  hooks: WriteHooks = {},
): Promise<void> {
  await withRows(db, source, (tx) => editInside(tx, source, id, change, hooks)).catch((error) =>
    throwWriteError(error, { db, source, values: change, id }),
  );
}

/** Deletes all of these rows, or none. Throws `ApiError` `not_found`, or `in_use` for a row that others reference. */
export async function deleteRows(
  db: Db,
  source: TenantRows,
  ids: readonly string[],
  hooks: WriteHooks = {},
): Promise<void> {
  const { resource, tenant } = source;
  await withRows(db, source, async (tx) => {
    const visible = and(visibleRows(source), inArray(source.id, [...ids]));
    const { beforeDelete, keepsDeleted } = hooks;
    // A lock counts as a change, which a repeated revocation is not.
    const read = keepsDeleted ? rowInside : lockRow;
    const rows: ResourceRow[] = [];
    for (const id of beforeDelete ? ids : []) {
      const row = await read(tx, source, id);
      await beforeDelete?.(tx, row);
      rows.push(row);
    }
    if (keepsDeleted) {
      for (const { id } of rows) noteChange(tx, resource, { accountId: tenant.accountId, type: 'updated', id });
      // The audit entry has its title.
      return rows[0];
    }
    const deleted = await tx
      .delete(source.table as PgTable)
      .where(visible)
      .returning({ id: source.id, ...(source.contextId && { contextId: source.contextId }) });
    if (deleted.length < new Set(ids).size) throw notFound();
    for (const gone of deleted as { id: string; contextId?: string }[])
      noteChange(tx, resource, { ...gone, accountId: tenant.accountId, type: 'deleted' });
    return undefined;
  }).catch(async (error) => {
    throw integrityErrorOf(error).code === FOREIGN_KEY_VIOLATION ? await inUseError(db, resource, tenant, ids) : error;
  });
}
