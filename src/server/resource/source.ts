import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import { type Field, kindOf, type ValueOf } from '../../../resources/kit/field.ts';
import type { FieldsOf, Resource } from '../../../resources/kit/resource.ts';
import { derivedTables, filesTables, referencedTable } from '../db/derived-tables.ts';
import { columnsOf } from '../db/table-of.ts';
import type { Tenant } from '../db/tenant.ts';
import { computedValue } from './computed-value.ts';

type Expression = AnyPgColumn | SQL;

/** A resource and where it is read from: its table and a column or expression per field. */
export interface ResourceSource {
  resource: Resource;
  table: AnyPgTable;
  /** Absent for rows of the platform. */
  accountId?: AnyPgColumn;
  id: AnyPgColumn;
  /** Compared with the member's contexts. Also selected as `contextId` for resources in a context. */
  contextId?: AnyPgColumn;
  /**
   * A column with the searchable text already folded (lower case, no accents). Without it, the fields are folded in
   * each search.
   */
  folded?: Expression;
  /** For searched fields with values that users see as labels: returns the values whose label contains a text. */
  valuesLabelled?: Record<string, (text: string) => string[]>;
  /** An additional condition for all queries. */
  where?: SQL;
  fields: Record<string, Expression>;
}

/** A function if it depends on the tenant. */
export type Source = ResourceSource | ((tenant: Tenant) => ResourceSource);

/** A resource with the source that its routes read. */
export interface ReadResource {
  resource: Resource;
  source: Source;
}

/** The rows of a source that a tenant may see. */
export interface TenantRows extends ResourceSource {
  tenant: Tenant;
}

export const rowsFor = (source: Source, tenant: Tenant): TenantRows => ({
  ...(typeof source === 'function' ? source(tenant) : source),
  tenant,
});

type FieldName<R> = Extract<keyof FieldsOf<R>, string>;
/** The value of a column as the API transmits it. */
type Read<C> = C extends { _: { data: infer D; notNull: infer N } }
  ? (D extends Date ? string : D) | (N extends true ? never : null)
  : unknown;
/** The fields that are stored as they are read: in a column of their name and type. */
type StoredName<R, T extends AnyPgTable> = {
  [K in FieldName<R>]: Read<T['_']['columns'][K]> extends ValueOf<FieldsOf<R>[K]> ? K : never;
}[FieldName<R>];
interface OwnedSource<R extends Resource, T extends AnyPgTable> extends Partial<
  Omit<ResourceSource, 'resource' | 'table' | 'fields'>
> {
  table: T;
  fields: Record<Exclude<FieldName<R>, StoredName<R, T>>, Expression> & Partial<Record<FieldName<R>, Expression>>;
}

/** Creates a source. Fields that are not in `fields` are read from the column of their name. */
export function defineSource<R extends Resource, T extends AnyPgTable>(
  resource: R,
  { table, fields, ...source }: OwnedSource<R, T>,
): ResourceSource {
  const { scope } = resource;
  const columns = columnsOf(table);
  const read = fields as Partial<Record<string, Expression>>;
  return {
    resource,
    table,
    id: columns.id,
    ...(scope !== 'platform' && { accountId: columns.accountId }),
    ...(scope === 'context' && { contextId: columns.contextId }),
    ...source,
    fields: Object.fromEntries(
      Object.keys(resource.fields).map((name) => [name, read[name] ?? (columns[name] as AnyPgColumn)]),
    ),
  };
}

/** Returns the file that a row has in a field, as a `FileValue`. */
function fileValue(files: AnyPgTable, name: string, { accountId, id }: Record<string, AnyPgColumn>): SQL {
  return sql`(select jsonb_build_object('id', file.id, 'name', file.name, 'size', file.size, 'type', file.type)
    from ${files} as file where file.account_id = ${accountId} and file.row_id = ${id} and file.field = ${name})`;
}

/** Returns what is read of a stored field: of `references`, only the ids of rows that still exist. */
function storedValue({ kind, to = '' }: Field, column: AnyPgColumn, accountId: AnyPgColumn): Expression {
  if (kind !== 'references') return column;
  return sql`(select coalesce(jsonb_agg(one.id order by one.at), '[]')
    from jsonb_array_elements_text(${column}) with ordinality as one (id, at)
    where exists (select from ${referencedTable(to)} as target
      where target.account_id = ${accountId} and target.id = one.id::uuid))`;
}

export function derivedSource(resource: Resource): ResourceSource {
  const table = derivedTables[resource.name];
  if (!table) throw new Error(`${resource.name} has no derived table`);
  const { accountId, id, contextId, searched, ...columns } = columnsOf(table);
  const files = filesTables[resource.name];
  const read = (name: string, field: Field): Expression => {
    if (files && kindOf(field).isFile) return fileValue(files, name, { accountId, id });
    if (field.expression !== undefined) return computedValue(field, field.expression, columns);
    return storedValue(field, columns[name] as AnyPgColumn, accountId);
  };
  return {
    resource,
    table,
    accountId,
    id,
    contextId,
    folded: searched,
    fields: Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, read(name, field)])),
  };
}
