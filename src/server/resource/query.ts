import { and, asc, desc, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Field, kindOf } from '../../../resources/kit/field.ts';
import type { Page } from '../../shared/page.ts';
import { storedKindOf } from '../db/stored-kinds.ts';
import { type Db, readPlatform, readTenant, type Tx } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import { hiddenFields } from './guarded.ts';
import type { Filter, ListQuery } from './list-query.ts';
import { visibleRows } from './scope.ts';
import type { ResourceSource, TenantRows } from './source.ts';

export type ResourceRow = Record<string, unknown> & { id: string };
export type ResourcePage = Page<ResourceRow>;

const expression = (source: ResourceSource, field: string) => source.fields[field] as AnyPgColumn;

function filterCondition(source: ResourceSource, { field, operator, value }: Filter): SQL {
  if (field === 'id') return inArray(source.id, value as string[]);
  const column = expression(source, field);
  const declared = source.resource.fields[field] as Field;
  if (kindOf(declared).isList)
    return sql`exists (select from jsonb_array_elements_text(to_jsonb(${column})) as one where one in ${value})`;
  const { compared = (value) => value } = storedKindOf(declared);
  if (operator === 'in') return inArray(column, (value as unknown[]).map(compared));
  return (operator === 'gte' ? gte : lte)(column, compared(value));
}

/** Escapes `%`, `_` and `\`, which users mean literally. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

function searchCondition(source: TenantRows, search: string): SQL | undefined {
  const { resource, tenant } = source;
  const left = hiddenFields(resource, tenant.hidden);
  const searched = resource.list.search ?? [];
  const fields = searched.filter((name) => !left.includes(name));
  if (search === '' || fields.length === 0) return undefined;
  const pattern = likePattern(search);
  if (source.folded && fields.length === searched.length) return sql`${source.folded} like fold_text(${pattern})`;
  return or(
    ...fields.flatMap((field) => {
      const column = expression(source, field);
      const labelled = source.valuesLabelled?.[field]?.(search) ?? [];
      const isLike = sql`fold_text(${column}) like fold_text(${pattern})`;
      return labelled.length > 0 ? [isLike, inArray(column, labelled)] : [isLike];
    }),
  );
}

/** The selected columns: id, contextId (for resources in a context) and all fields. */
function selection(source: ResourceSource): SQL {
  const { resource } = source;
  const names: [string, AnyPgColumn][] = [
    ['id', source.id],
    ...(resource.scope === 'context' && source.contextId
      ? [['contextId', source.contextId] as [string, AnyPgColumn]]
      : []),
    ...Object.keys(resource.fields).map((name): [string, AnyPgColumn] => [name, expression(source, name)]),
  ];
  return sql.join(
    names.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  );
}

const toJson = ({ resource: { fields } }: ResourceSource, row: Record<string, unknown>): ResourceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const toJson = value !== null && fields[name] && storedKindOf(fields[name]).toJson;
      return [name, toJson ? toJson(value) : value];
    }),
  ) as ResourceRow;

/** Read-only, like `withRows`. */
export const readRows = <T>(db: Db, { resource, tenant }: TenantRows, query: SQL): Promise<T[]> =>
  resource.scope === 'platform' ? readPlatform<T>(db, query) : readTenant<T>(db, tenant, query);

export function listCondition(source: TenantRows, query: ListQuery): SQL {
  const { search, contextIds, filters } = query;
  const parts = [
    visibleRows(source, contextIds),
    searchCondition(source, search),
    ...filters.map((filter) => filterCondition(source, filter)),
  ];
  return and(sql`true`, ...parts) as SQL;
}

/** Returns one page of a resource's rows. */
export async function listRows(db: Db, source: TenantRows, query: ListQuery): Promise<ResourcePage> {
  const { page, limit } = query;
  const where = listCondition(source, query);
  const rows = await readRows<Record<string, unknown> & { total_rows: string }>(
    db,
    source,
    // A separate count, because a window function would sort all rows with all columns.
    sql`select ${selection(source)}, (select count(*) from ${source.table} where ${where}) as total_rows
        from ${source.table} where ${where} order by ${orderOf(source, query)} limit ${limit} offset ${(page - 1) * limit}`,
  );
  if (rows.length === 0 && page > 1) {
    const [counted] = await readRows<{ total: string }>(
      db,
      source,
      sql`select count(*) as total from ${source.table} where ${where}`,
    );
    return { data: [], total: Number(counted?.total ?? 0), page, limit };
  }
  return {
    data: rows.map(({ total_rows: _, ...row }) => toJson(source, row)),
    total: Number(rows[0]?.total_rows ?? 0),
    page,
    limit,
  };
}

const orderOf = (source: ResourceSource, { sort }: ListQuery): SQL =>
  sql`${(sort.descending ? desc : asc)(expression(source, sort.field))} nulls last, ${desc(source.id)}`;

/** Returns the ids of a list's rows, in its order, up to `most`. */
export async function listIds(db: Db, source: TenantRows, query: ListQuery, most: number): Promise<string[]> {
  const where = listCondition(source, query);
  const statement = sql`select ${source.id} as id from ${source.table} where ${where} order by ${orderOf(source, query)} limit ${most}`;
  return (await readRows<{ id: string }>(db, source, statement)).map(({ id }) => id);
}

/** Returns the rows with these ids, in their order, as far as the caller may see them. */
export async function readByIds(db: Db, source: TenantRows, ids: readonly string[]): Promise<ResourceRow[]> {
  const where = and(visibleRows(source), inArray(source.id, [...ids]));
  const statement = sql`select ${selection(source)} from ${source.table} where ${where}`;
  const rows = await readRows<Record<string, unknown>>(db, source, statement);
  const byId = new Map(rows.map((row) => [row.id, toJson(source, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const rowQuery = (source: TenantRows, id: string): SQL =>
  sql`select ${selection(source)} from ${source.table}
      where ${and(visibleRows(source), sql`${source.id} = ${id}`)}`;

/** Returns one row. Throws `ApiError` `not_found`, also for rows of other accounts. */
export async function showRow(db: Db, source: TenantRows, id: string): Promise<ResourceRow> {
  const [row] = await readRows<Record<string, unknown>>(db, source, rowQuery(source, id));
  if (!row) throw notFound();
  return toJson(source, row);
}

/** Does the work of `showRow` within the caller's transaction. */
export async function rowInside(tx: Tx, source: TenantRows, id: string, lock = sql``): Promise<ResourceRow> {
  const { rows } = await tx.execute(sql`${rowQuery(source, id)} ${lock}`);
  if (!rows[0]) throw notFound();
  return toJson(source, rows[0]);
}

/** Does the work of `rowInside`, and locks the row. */
export const lockRow = (tx: Tx, source: TenantRows, id: string) => rowInside(tx, source, id, sql`for no key update`);
