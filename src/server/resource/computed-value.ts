import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, pgTable, type text } from 'drizzle-orm/pg-core';
import type { Field } from '../../../resources/kit/field.ts';
import { storedKindOf } from '../db/stored-kinds.ts';

/** Returns the SQL of a computed field, as a value of its kind. */
export function computedValue(field: Field, expression: string, columns: Record<string, AnyPgColumn>): SQL {
  const column = storedKindOf(field).column?.('value', field) as ReturnType<typeof text>;
  const type = sql.raw(pgTable('computed', { column }).column.getSQLType());
  const parts = expression.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? sql.raw(part) : columns[part]));
  return sql`(${sql.join(parts)})::${type}`;
}
