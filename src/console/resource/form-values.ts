import { fulfils } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldSchemas } from '../../../resources/kit/schema.ts';
import { fieldOf } from '../providers/view.ts';

export type FormValues = Record<string, unknown>;
export const rowsOf = (resource: Resource): readonly string[][] =>
  (resource.form ?? []).map((row) => (typeof row === 'string' ? [row] : [...row]));

export const formFields = (resource: Resource) => rowsOf(resource).flat();

/** Returns the initial values of a form for a new row. Fields without one are null. */
export const initialValues = (resource: Resource): FormValues =>
  Object.fromEntries(formFields(resource).map((name) => [name, fieldOf(resource, name).initial ?? null]));

/**
 * Returns the values to send: only the form's fields that may be written, each parsed by its schema, or null if
 * its condition is not fulfilled. Throws `ZodError` for invalid ones.
 */
export const writableValues = (resource: Resource, values: FormValues): FormValues =>
  Object.fromEntries(
    formFields(resource)
      .filter((name) => !fieldOf(resource, name).readOnly)
      .map((name) => [
        name,
        fulfils(fieldOf(resource, name).when, values)
          ? fieldSchemas(fieldOf(resource, name)).input.parse(values[name] ?? undefined)
          : null,
      ]),
  );
