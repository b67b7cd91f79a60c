import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fileTypeFromBuffer } from 'file-type';
import { v7 as uuidv7 } from 'uuid';
import { type Field, FILE_TYPES, type FileType, type FileValue, kindOf } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { formatChoice } from '../../shared/format.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { filesTables } from '../db/derived-tables.ts';
import { slicesOf } from '../db/file-slices.ts';
import { columnsOf } from '../db/table-of.ts';
import { type Db, readTenant, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import { invalidValue } from '../runtime/field-errors.ts';
import { reencodeInside } from '../runtime/reencode-image.ts';
import { rowsOf } from './scope.ts';
import type { TenantRows } from './source.ts';

/** Pixels per side of a stored image: twice the largest size at which it is shown. */
const IMAGE_SIDE = 1_024;
/** Uploads of an account that no row has yet. Normal use stays far below it. */
const PENDING_MAX = 200;
/** An upload that no row has is deleted after this long: until then, its user may be about to save the form. */
const PENDING_HOURS = 24;

export const fileFields = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => kindOf(fields[name] as Field).isFile);

const tableOfFiles = ({ name }: Resource) => filesTables[name] as PgTable;

const typesIn = (types: readonly string[]) => formatChoice(types.map((type) => type.toUpperCase()));

const isText = (bytes: Buffer) => !bytes.includes(0) && Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);

/** Returns the type of a file by its bytes. Texts have no signature, so the name tells a table from another text. */
async function typeOf({ name, bytes }: { name: string; bytes: Buffer }): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) return found.ext;
  if (bytes.length === 0 || !isText(bytes)) return undefined;
  return name.toLowerCase().endsWith('.csv') ? 'csv' : 'txt';
}

const named = (name: string, type: string) => `${name.replace(/\.[a-z\d]{1,5}$/i, '')}.${type}`;

/**
 * Stores a file for a field until a row is saved with it. Throws `ApiError` `invalid_input` at `file` (`file_size`,
 * `file_type`) for a file that is too large or, by its bytes, of another type; `conflict` for too many uploads.
 */
export async function storeFile(
  db: Db,
  resource: Resource,
  tenant: Tenant,
  field: string,
  sent: { name: string; bytes: Buffer },
): Promise<FileValue> {
  const { kind, fileTypes: types = [], max = 0 } = resource.fields[field] as Field;
  if (sent.bytes.length > max * 1_024 ** 2) throw invalidValue('file', 'file_size', { limit: max });
  const wrongType = invalidValue('file', 'file_type', { types: typesIn(types) });
  const found = (await typeOf(sent)) as FileType;
  if (!types.includes(found)) throw wrongType;
  const isImage = kind === 'image';
  const type = isImage ? 'webp' : found;
  const bytes = isImage
    ? await reencodeInside(sent.bytes, IMAGE_SIDE).catch(() => Promise.reject(wrongType))
    : sent.bytes;
  const value = { id: uuidv7(), name: named(sent.name, type), size: bytes.length, type: FILE_TYPES[type] };
  await withTenant(db, tenant, async (tx) => {
    const table = tableOfFiles(resource);
    const { rows } = await tx.execute<{ pending: number }>(
      sql`select count(*)::int as pending from ${table} where account_id = ${tenant.accountId} and row_id is null`,
    );
    if ((rows[0]?.pending ?? 0) >= PENDING_MAX) throw new ApiError('conflict');
    await tx.insert(table).values({ accountId: tenant.accountId, field, bytes, ...value } as never);
  });
  return value;
}

/** Splits written values into those of the row's columns and its files. */
export function splitFiles(resource: Resource, values: Readonly<Record<string, unknown>>) {
  const names = fileFields(resource);
  const part = (isOfFiles: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name) === isOfFiles));
  return { columns: part(false), files: part(true) as Record<string, { id: string } | null> };
}

/**
 * Gives a row its files, and deletes those that it had in the same fields. Throws `ApiError` `invalid_input` for a file
 * that is not an upload of the same account for the same field, or that another row has.
 */
export async function attachFiles(
  tx: Tx,
  resource: Resource,
  tenant: Tenant,
  rowId: string,
  files: Readonly<Record<string, { id: string } | null>>,
): Promise<void> {
  const table = tableOfFiles(resource);
  for (const [field, file] of Object.entries(files)) {
    const own = sql`account_id = ${tenant.accountId} and field = ${field}`;
    await tx.execute(
      sql`delete from ${table} where ${own} and row_id = ${rowId} ${file ? sql`and id <> ${file.id}` : sql``}`,
    );
    if (!file) continue;
    const { rowCount } = await tx.execute(
      sql`update ${table} set row_id = ${rowId} where ${own} and id = ${file.id} and coalesce(row_id, ${rowId}) = ${rowId}`,
    );
    if (rowCount === 0) throw invalidValue(field, 'unknown_file');
  }
}

/**
 * Returns a file of a row that the tenant may see, with its bytes in slices. Throws `ApiError` `not_found`, also for
 * uploads that no row has.
 */
export async function openFile(db: Db, source: TenantRows, id: string) {
  const { resource, tenant } = source;
  const table = tableOfFiles(resource);
  const columns = columnsOf(table);
  const visible: SQL = sql`exists (select from ${source.table} where ${rowsOf(source, tenant)}
    and ${source.accountId} = ${columns.accountId} and ${source.id} = ${columns.rowId})`;
  const where = sql`${columns.accountId} = ${tenant.accountId} and ${columns.id} = ${id} and ${visible}`;
  const [file] = await readTenant<{ name: string; type: string; field: string }>(
    db,
    tenant,
    sql`select name, type, field from ${table} where ${where}`,
  );
  if (!file) throw notFound();
  return { ...file, bytes: slicesOf(db, tenant, table, where) };
}

/** Deletes the uploads that no row has. Returns their number. */
export async function sweepUploads(db: Db): Promise<number> {
  let deleted = 0;
  for (const table of Object.values(filesTables)) {
    const { accountId, id } = columnsOf(table);
    const isOld = sql`row_id is null and created_at < now() - make_interval(hours => ${PENDING_HOURS})`;
    deleted += await deleteInSteps(db, table as PgTable, [accountId, id], isOld);
  }
  return deleted;
}
