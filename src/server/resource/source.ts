import { getTableColumns, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import type { FieldsOf, Resource } from '../../../resources/kit/resource.ts';
import { derivedTables } from '../db/derived-tables.ts';

type Expression = AnyPgColumn | SQL;

/** Where a resource is read from: its table and a column or expression per field. */
export interface ResourceSource {
  table: AnyPgTable;
  accountId: AnyPgColumn;
  id: AnyPgColumn;
  /** Compared with the member's contexts. Also selected as `contextId` for resources in a context. */
  contextId?: AnyPgColumn;
  /**
   * A column with the searchable text already folded (lower case, no accents). Without it, the fields are folded in
   * each search.
   */
  folded?: Expression;
  /** An additional condition for all queries. */
  where?: SQL;
  fields: Record<string, Expression>;
}

/** Creates a source. The types require exactly the declared fields. */
export function defineSource<R extends Resource>(
  _resource: R,
  source: Omit<ResourceSource, 'fields'> & { fields: Record<Extract<keyof FieldsOf<R>, string>, Expression> },
): ResourceSource {
  return source;
}

/** The source of a resource whose table is derived from its declaration. */
export function derivedSource(resource: Resource): ResourceSource {
  const table = derivedTables[resource.name];
  if (!table) throw new Error(`${resource.name} has no derived table`);
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>;
  const { accountId, id, contextId } = columns as Record<'accountId' | 'id' | 'contextId', AnyPgColumn>;
  return {
    table,
    accountId,
    id,
    contextId,
    fields: Object.fromEntries(Object.keys(resource.fields).map((name) => [name, columns[name] as AnyPgColumn])),
  };
}
