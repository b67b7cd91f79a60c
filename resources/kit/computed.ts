import type { Field } from './kind.ts';

/**
 * A read-only field whose value is an SQL expression over the row, read, filtered and sorted like a stored one. Names in
 * braces are fields of the same resource: `computed(decimal({ scale: 2 }), '{price} * {pieces} / 100.0')`. The value is
 * null where the expression is. It must not fail for any row, so large numbers need `decimal`.
 */
export const computed = <T>(field: Field<T>, expression: string) =>
  ({ ...field, readOnly: true, optional: true, unique: false, expression }) as Field<T | null, never>;

/** Returns the names of the fields in an expression. */
export const fieldsIn = (expression: string): string[] =>
  [...expression.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
