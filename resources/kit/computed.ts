import type { Field } from './kind.ts';

/**
 * A read-only field whose value is an SQL expression over the row, read, filtered and sorted like a stored one. Names in
 * braces are fields of the same resource: `computed(decimal({ scale: 2 }), '{price} * {pieces} / 100')`. Whole numbers are
 * `numeric` in it. The value is null where the expression is, and where its kind has no room for the number. The
 * expression must not fail for any row: `{price} / nullif({pieces}, 0)`.
 */
export const computed = <T>(field: Field<T>, expression: string) =>
  ({ ...field, readOnly: true, optional: true, unique: false, expression }) as Field<T | null, never>;

export const fieldsIn = (expression: string): string[] =>
  [...expression.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
