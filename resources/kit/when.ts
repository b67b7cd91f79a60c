import type { Condition, Field } from './kind.ts';

/**
 * A field that a row has only if others have one of these values: `when({ status: ['blocked'] }, longText())`. It is
 * required then, unless it is optional, and null otherwise.
 */
export const when = <T, I>(condition: Condition, field: Field<T, I>) =>
  ({ ...field, optional: true, when: condition, isNeeded: !field.optional }) as Field<
    T | null,
    [I] extends [never] ? never : I | null
  >;

export const fulfils = (condition: Condition = {}, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(condition).every(([field, wanted = []]) => wanted.includes(values[field]));
