import { Form } from 'antd';
import type { ReactNode } from 'react';
import { fulfils } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldSchemas } from '../../../resources/kit/schema.ts';
import { FormField } from '../components/form-field.tsx';
import { fieldOf } from '../providers/view.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { FieldInput } from './field-input.tsx';
import { useResourceTexts } from './texts.ts';

export type FormValues = Record<string, unknown>;
/** Custom inputs, by field. */
export type Inputs = Record<string, ReactNode>;

const rowsOf = (resource: Resource): readonly string[][] =>
  (resource.form ?? []).map((row) => (typeof row === 'string' ? [row] : [...row]));

/** Returns the fields of a resource's form, in display order. */
const formFields = (resource: Resource) => rowsOf(resource).flat();

/** Returns the initial values of a form for a new row. Fields without one are null. */
export const initialValues = (resource: Resource): FormValues =>
  Object.fromEntries(formFields(resource).map((name) => [name, fieldOf(resource, name).initial ?? null]));

/**
 * Returns the values to send: only the form's fields, each parsed by its schema, or null if
 * its condition is not fulfilled. Throws `ZodError` for invalid ones.
 */
export const writableValues = (resource: Resource, values: FormValues): FormValues =>
  Object.fromEntries(
    formFields(resource).map((name) => [
      name,
      fulfils(fieldOf(resource, name).when, values)
        ? fieldSchemas(fieldOf(resource, name)).input.parse(values[name] ?? undefined)
        : null,
    ]),
  );

/** Returns the current values of the fields that conditions name. */
function useConditionValues({ fields }: Resource): FormValues {
  const named = Object.values(fields).flatMap(({ when }) => Object.keys(when ?? {}));
  const picked = (values: FormValues): FormValues => Object.fromEntries(named.map((name) => [name, values[name]]));
  const form = Form.useFormInstance<FormValues>();
  const watched = Form.useWatch((values: FormValues) => JSON.stringify(picked(values)), form) as string | undefined;
  return watched === undefined ? picked(form.getFieldsValue(true) as FormValues) : (JSON.parse(watched) as FormValues);
}

interface FieldsProps {
  resource: Resource;
  inputs?: Inputs;
  /** Where the values are, within the list around them. */
  path?: readonly (string | number)[];
}

/** The inputs of a resource's form, with their labels, hints and validation rules. */
export function ResourceFields({ resource, inputs = {}, path = [] }: FieldsProps) {
  const texts = useResourceTexts(resource);
  const [first] = formFields(resource);
  const values = useConditionValues(resource);
  return rowsOf(resource).map((row) => (
    <div className="form-row" key={row.join()}>
      {row.map((name) => {
        if (!fulfils(fieldOf(resource, name).when, values)) return null;
        const field = fieldOf(resource, name);
        const { initial, kind, isNeeded } = field;
        const optional = field.optional && !isNeeded;
        const input = inputs[name] ?? (
          <FieldInput key={name} resource={resource} name={name} first={name === first && path.length === 0} />
        );
        if (drawnKindOf(field).isGroup) return input;
        return (
          <FormField
            key={name}
            name={[...path, name]}
            label={texts.field(name)}
            extra={texts.hint(name)}
            schema={fieldSchemas(field).input}
            isOptional={optional}
            canBeEmpty={optional || initial !== undefined}
            isSwitch={kind === 'toggle'}
          >
            {input}
          </FormField>
        );
      })}
    </div>
  ));
}
