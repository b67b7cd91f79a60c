import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, pgTable, type text } from 'drizzle-orm/pg-core';
import type { Field } from '../../../resources/kit/field.ts';
import { storedKindOf } from '../db/stored-kinds.ts';

/** Whole numbers as `numeric`, which has room for all products and sums of fields. */
const operand = (column: AnyPgColumn): SQL =>
  column.getSQLType() === 'integer' ? sql`${column}::numeric` : sql`${column}`;

/** Returns the SQL of a computed field, as a value of its kind; null for numbers that the kind has no room for. */
export function computedValue(field: Field, expression: string, columns: Record<string, AnyPgColumn>): SQL {
  const { column, fits } = storedKindOf(field);
  const built = column?.('value', field) as ReturnType<typeof text>;
  const type = sql.raw(pgTable('computed', { built }).built.getSQLType());
  const parts = expression
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : operand(columns[part]!)));
  const value = sql`(${sql.join(parts)})`;
  if (!fits) return sql`${value}::${type}`;
  const number = sql.identifier('number');
  return sql`(select case when ${fits(sql`${number}`, field)} then ${number}::${type} end
    from (select ${value}::numeric as ${number}) as one)`;
}
