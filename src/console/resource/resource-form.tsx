import { Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { fieldMessage } from '../components/field-errors.ts';
import { FieldInput } from './field-input.tsx';
import { fieldOf } from './view.ts';
import { useResourceTexts } from './words.ts';
import './resource-form.css';

export type Values = Record<string, unknown>;
/** Inputs that a screen draws itself, by field. */
export type Inputs = Record<string, ReactNode>;

const rowsOf = (resource: Resource): readonly string[][] =>
  (resource.form ?? []).map((row) => (typeof row === 'string' ? [row] : [...row]));

/** The fields of a resource's form, in the order in which they stand. */
export const formFields = (resource: Resource) => rowsOf(resource).flat();

/** What an empty form begins with. */
export const initialValues = (resource: Resource): Values =>
  Object.fromEntries(formFields(resource).map((name) => [name, fieldOf(resource, name).initial ?? null]));

/** The values as they travel: trimmed, completed and without what is no field of the form. */
export const writtenValues = (resource: Resource, values: Values): Values => {
  const shape = resource.input.shape as Record<string, { parse: (value: unknown) => unknown }>;
  return Object.fromEntries(formFields(resource).map((name) => [name, shape[name]?.parse(values[name] ?? undefined)]));
};

function FormField(props: { resource: Resource; name: string; form: FormInstance; input?: ReactNode; first: boolean }) {
  const { resource, name, form } = props;
  const { t } = useTranslation();
  const words = useResourceTexts(resource);
  const { optional, kind } = fieldOf(resource, name);
  const validate = async (_: unknown, value: unknown) => {
    const message = fieldMessage(t, resource, name, value);
    if (message) throw new Error(message);
  };
  // Leaving an input that was never filled says nothing yet: only what was written is judged before saving.
  const judge = () => {
    const value: unknown = form.getFieldValue(name);
    if (value !== null && value !== undefined && value !== '') void form.validateFields([name]).catch(() => undefined);
  };
  return (
    <Form.Item
      name={name}
      label={
        <>
          {words.field(name)}
          {optional && <span className="form-optional"> {t('resource.optional')}</span>}
        </>
      }
      extra={words.hint(name)}
      rules={[{ validator: validate }]}
      className={kind === 'toggle' ? 'form-field form-toggle' : 'form-field'}
    >
      {props.input ?? <FieldInput resource={resource} name={name} onBlur={judge} first={props.first} />}
    </Form.Item>
  );
}

/** The form that a declaration describes: its rows, labels, hints and rules. */
export function ResourceForm(props: {
  resource: Resource;
  form: FormInstance;
  initial: Values;
  inputs?: Inputs;
  onSave: (values: Values) => void;
  onChange?: () => void;
}) {
  const { resource, form } = props;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={props.initial}
      validateTrigger={[]}
      scrollToFirstError={{ focus: true }}
      onFinish={(values: Values) => props.onSave(writtenValues(resource, values))}
      onValuesChange={props.onChange}
    >
      {rowsOf(resource).map((row, index) => (
        <div className="form-row" key={row.join()}>
          {row.map((name, at) => (
            <FormField
              key={name}
              resource={resource}
              name={name}
              form={form}
              input={props.inputs?.[name]}
              first={index === 0 && at === 0}
            />
          ))}
        </div>
      ))}
      {/* Enter in any line saves: the dialog's own button stands outside the form. */}
      <button type="submit" hidden />
    </Form>
  );
}
