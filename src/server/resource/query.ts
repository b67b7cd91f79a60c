import { and, asc, desc, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Resource } from '../../../resources/kit/resource.ts';
import { type Db, readPlatform, readTenant, type Tenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Filter, ListQuery } from './list-query.ts';
import { rowsOf } from './scope.ts';
import type { Source } from './source.ts';

export type Row = Record<string, unknown> & { id: string };
export interface Page {
  data: Row[];
  total: number;
  page: number;
  limit: number;
}

const expression = (source: Source, field: string) => source.fields[field] as AnyPgColumn;

function filterCondition(resource: Resource, source: Source, { field, operator, value }: Filter): SQL {
  const column = expression(source, field);
  if (operator === 'in') return inArray(column, value as unknown[]);
  const bound = resource.fields[field]?.kind === 'moment' ? new Date(String(value)) : value;
  return operator === 'gte' ? gte(column, bound) : lte(column, bound);
}

/** `%`, `_` and `\` are letters to whoever types them. */
const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

function searchCondition(resource: Resource, source: Source, search: string): SQL | undefined {
  const fields = resource.list.search ?? [];
  if (search === '' || fields.length === 0) return undefined;
  const pattern = likePattern(search);
  if (source.folded) return sql`${source.folded} like fold_text(${pattern})`;
  return or(...fields.map((field) => sql`fold_text(${expression(source, field)}) like fold_text(${pattern})`));
}

/** Every field under its own name, with the id and, where rows have one, the context. */
function selection(resource: Resource, source: Source): SQL {
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

const toWire = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as Row;

function read<T>(db: Db, resource: Resource, tenant: Tenant, query: SQL): Promise<T[]> {
  return resource.scope === 'platform' ? readPlatform<T>(db, query) : readTenant<T>(db, tenant, query);
}

/** The rows that a call may see at all. Rows of the platform have no tenant: the policy alone lets one at them. */
const visible = (resource: Resource, source: Source, tenant: Tenant, among: readonly string[]): SQL | undefined =>
  resource.scope === 'platform' ? source.where : and(rowsOf(source, tenant, among), source.where);

/** What a row must be to be on the list that a query asks for. */
export function whereOf(resource: Resource, source: Source, tenant: Tenant, query: ListQuery): SQL {
  const { search, contextIds, filters } = query;
  const parts = [
    visible(resource, source, tenant, contextIds),
    searchCondition(resource, source, search),
    ...filters.map((filter) => filterCondition(resource, source, filter)),
  ];
  return and(sql`true`, ...parts) as SQL;
}

/** One page of a resource's rows. `among` are the contexts asked for, empty where the resource has none. */
export async function listRows(
  db: Db,
  resource: Resource,
  source: Source,
  tenant: Tenant,
  query: ListQuery,
): Promise<Page> {
  const { page, limit, sort } = query;
  const where = whereOf(resource, source, tenant, query);
  const order = (sort.descending ? desc : asc)(expression(source, sort.field));
  const rows = await read<Record<string, unknown> & { total_rows: string }>(
    db,
    resource,
    tenant,
    // Counted apart: a window would carry every row through the sort to keep a page of them.
    sql`select ${selection(resource, source)}, (select count(*) from ${source.table} where ${where}) as total_rows
        from ${source.table} where ${where} order by ${order} nulls last, ${desc(source.id)} limit ${limit} offset ${(page - 1) * limit}`,
  );
  if (rows.length === 0 && page > 1) {
    const [counted] = await read<{ total: string }>(
      db,
      resource,
      tenant,
      sql`select count(*) as total from ${source.table} where ${where}`,
    );
    return { data: [], total: Number(counted?.total ?? 0), page, limit };
  }
  return {
    data: rows.map(({ total_rows: _, ...row }) => toWire(row)),
    total: Number(rows[0]?.total_rows ?? 0),
    page,
    limit,
  };
}

/** One row. @throws ApiError `not_found`, for a foreign row as for an absent one. */
export async function showRow(db: Db, resource: Resource, source: Source, tenant: Tenant, id: string): Promise<Row> {
  const [row] = await read<Record<string, unknown>>(
    db,
    resource,
    tenant,
    sql`select ${selection(resource, source)} from ${source.table}
        where ${and(visible(resource, source, tenant, []), sql`${source.id} = ${id}`)}`,
  );
  if (!row) throw notFound();
  return toWire(row);
}
