import { getTableColumns, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import type { FieldsOf, Resource } from '../../../resources/kit/resource.ts';
import { derivedTables } from '../db/derived-tables.ts';

type Expression = AnyPgColumn | SQL;

/** Where the engine reads a resource: its table, and one column or expression a field. */
export interface Source {
  table: AnyPgTable;
  accountId: AnyPgColumn;
  id: AnyPgColumn;
  /** What a member's contexts are compared with; also read as `contextId` where rows belong to a context. */
  contextId?: AnyPgColumn;
  /** What a search looks in, folded already, where the table keeps it so; else the fields are folded at each search. */
  folded?: Expression;
  /** What else a row must be to be seen at all. */
  where?: SQL;
  fields: Record<string, Expression>;
}

/** A source checked against its declaration: no field may be missing or too many. */
export function defineSource<R extends Resource>(
  _resource: R,
  source: Omit<Source, 'fields'> & { fields: Record<Extract<keyof FieldsOf<R>, string>, Expression> },
): Source {
  return source;
}

/** The source of a resource whose table the engine derives and writes. */
export function derivedSource(resource: Resource): Source {
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
