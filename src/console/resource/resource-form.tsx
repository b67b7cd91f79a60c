import type { ReactNode } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldSchemas } from '../../../resources/kit/schema.ts';
import { FormField } from '../components/form-field.tsx';
import { FieldInput } from './field-input.tsx';
import { fieldOf } from './view.ts';
import { useResourceTexts } from './words.ts';

export type Values = Record<string, unknown>;
/** The screen's own inputs, by field. */
export type Inputs = Record<string, ReactNode>;

const rowsOf = (resource: Resource): readonly string[][] =>
  (resource.form ?? []).map((row) => (typeof row === 'string' ? [row] : [...row]));

/** The fields of a resource's form, in the order in which they stand. */
export const formFields = (resource: Resource) => rowsOf(resource).flat();

/** The initial values of an empty form. */
export const initialValues = (resource: Resource): Values =>
  Object.fromEntries(formFields(resource).map((name) => [name, fieldOf(resource, name).initial ?? null]));

/** Returns the values to send: trimmed, completed, and only those of the form's fields. */
export const writtenValues = (resource: Resource, values: Values): Values =>
  Object.fromEntries(
    formFields(resource).map((name) => [
      name,
      fieldSchemas(fieldOf(resource, name)).input.parse(values[name] ?? undefined),
    ]),
  );

/** The fields of a declaration's form, with their labels, hints and rules. */
export function ResourceFields({ resource, inputs = {} }: { resource: Resource; inputs?: Inputs }) {
  const words = useResourceTexts(resource);
  const [first] = formFields(resource);
  return rowsOf(resource).map((row) => (
    <div className="form-row" key={row.join()}>
      {row.map((name) => {
        const field = fieldOf(resource, name);
        const { optional, initial, kind } = field;
        return (
          <FormField
            key={name}
            name={name}
            label={words.field(name)}
            extra={words.hint(name)}
            schema={fieldSchemas(field).input}
            isOptional={optional}
            canBeEmpty={optional || initial !== undefined}
            isSwitch={kind === 'toggle'}
          >
            {inputs[name] ?? <FieldInput resource={resource} name={name} first={name === first} />}
          </FormField>
        );
      })}
    </div>
  ));
}
