import { ConfigProvider, Form } from 'antd';
import type { ReactNode } from 'react';
import { fulfils } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldSchemas } from '../../../resources/kit/schema.ts';
import { FormField } from '../components/form-field.tsx';
import { fieldOf } from '../providers/view.ts';
import type { GroupFieldsProps, InputProps } from './drawn-kind.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { FormTabs, type TabControl } from './form-tabs.tsx';
import { formFields, type FormValues, rowsOf } from './form-values.ts';
import { textsOf } from './texts.ts';

/** Custom inputs, by field. */
export type Inputs = Record<string, ReactNode>;

function useConditionValues({ fields }: Resource): FormValues {
  const named = Object.values(fields).flatMap(({ when }) => Object.keys(when ?? {}));
  const picked = (values: FormValues): FormValues => Object.fromEntries(named.map((name) => [name, values[name]]));
  const form = Form.useFormInstance<FormValues>();
  const watched = Form.useWatch((values: FormValues) => JSON.stringify(picked(values)), form) as string | undefined;
  return watched === undefined ? picked(form.getFieldsValue(true) as FormValues) : (JSON.parse(watched) as FormValues);
}

interface FieldsProps extends GroupFieldsProps {
  inputs?: Inputs;
  tabs?: TabControl;
}

interface RowsProps extends FieldsProps {
  rows: readonly string[][];
  isShown: (name: string) => boolean;
}

function FormRows({ resource, inputs = {}, path = [], rows, isShown }: RowsProps) {
  const texts = textsOf(resource);
  const [first] = formFields(resource);
  return rows.map((row) => (
    <div className="form-row" key={row.join()}>
      {row.map((name) => {
        if (!isShown(name)) return null;
        const field = fieldOf(resource, name);
        const { initial, kind, isNeeded } = field;
        const optional = field.optional && !isNeeded;
        const input = inputs[name] ?? (
          <FieldInput
            key={name}
            resource={resource}
            name={name}
            first={name === first && path.length === 0}
            Fields={ResourceFields}
          />
        );
        const item = drawnKindOf(field).isGroup ? (
          input
        ) : (
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
        if (!field.readOnly) return item;
        return (
          <ConfigProvider key={name} componentDisabled>
            {item}
          </ConfigProvider>
        );
      })}
    </div>
  ));
}

/** The inputs of a resource's form, with their labels, hints and validation rules, in its sections or tabs. */
export function ResourceFields(props: FieldsProps) {
  const { resource } = props;
  const texts = textsOf(resource);
  const values = useConditionValues(resource);
  const isShown = (name: string) => fulfils(fieldOf(resource, name).when, values);
  const rows = rowsOf(resource).filter((row) => row.some(isShown));
  if (!resource.sections) return <FormRows {...props} rows={rows} isShown={isShown} />;
  const sections = Object.entries(resource.sections).flatMap(([name, fields]) => {
    const own = rows.filter(([first = '']) => fields.includes(first));
    const title = texts.t(`sections.${name}`);
    return own.length > 0 ? [{ name, title, fields, rows: <FormRows {...props} rows={own} isShown={isShown} /> }] : [];
  });
  if (props.tabs && resource.hasFormTabs) return <FormTabs control={props.tabs} tabs={sections} />;
  return sections.map(({ name, title, rows }) => (
    <fieldset key={name} className="form-section">
      <legend>{title}</legend>
      {rows}
    </fieldset>
  ));
}

/** Shows the input for the kind of a field. Use it as the child of antd's Form.Item. */
function FieldInput(props: InputProps) {
  const texts = textsOf(props.resource);
  const field = fieldOf(props.resource, props.name);
  const { Input } = drawnKindOf(field);
  return <Input {...props} field={field} placeholder={texts.placeholder(props.name)} />;
}
