import { Button, ConfigProvider, Flex, Form, Input, Segmented, Slider } from 'antd';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ownAppearance } from '../../../../shared/appearance.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { FormField } from '../../../components/form-field.tsx';
import { i18n, t } from '../../../providers/i18n.ts';

interface FieldProps {
  /** A dotted path, such as `messages.welcome`. Label, limits and options follow from it. */
  path: string;
  /** The scene that the preview shows while the field has the focus. */
  scene?: PreviewScene;
  hint?: ReactNode;
}

const labelOf = (path: string) => `chat-customize.fields.${path}`;
const nameOf = (path: string) => path.split('.');

function schemaOf(path: string): z.ZodType {
  return nameOf(path).reduce<z.ZodType>((parent, key) => {
    const schema = (parent as z.ZodObject).shape[key] as z.ZodType;
    return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  }, ownAppearance);
}

/** Returns the maximum length of a text. An address has two schemas: its own and that of the empty text. */
function maxLengthOf(path: string): number {
  const schema = schemaOf(path);
  const text = schema instanceof z.ZodUnion ? schema.options[0] : schema;
  return (text as z.ZodString).maxLength ?? Infinity;
}

/** Whether the user may only read the form. */
export const useReadOnly = () => ConfigProvider.useConfig().componentDisabled;

export function AppearanceField({
  path,
  scene,
  hint,
  ...props
}: FieldProps & { label?: ReactNode; id?: string; children: ReactNode }) {
  const schema = schemaOf(path);
  return (
    <FormField
      name={nameOf(path)}
      label={props.label ?? t(labelOf(path))}
      {...(props.id && { htmlFor: props.id })}
      extra={hint}
      schema={schema}
      canBeEmpty={schema.safeParse('').success || schema.safeParse(null).success}
      data-scene={scene}
    >
      {props.children}
    </FormField>
  );
}

/** The character count appears above 80 % of the maximum. */
export function TextField({ rows, ...field }: FieldProps & { rows?: number }) {
  const max = maxLengthOf(field.path);
  const show = ({ count }: { count: number }) =>
    count > max * 0.8 && (
      <span aria-label={t('chat-customize.left', { left: max - count })}>
        {count}/{max}
      </span>
    );
  const example = `chat-customize.placeholders.${field.path}`;
  const input = { placeholder: i18n.exists(example) ? t(example) : undefined, count: { max, show } };
  return (
    <AppearanceField {...field}>
      {rows ? <Input.TextArea {...input} autoSize={{ minRows: rows, maxRows: 8 }} /> : <Input {...input} />}
    </AppearanceField>
  );
}

export function PixelsField(field: FieldProps) {
  const pixels = Form.useWatch<number | undefined>(nameOf(field.path));
  const name = t(labelOf(field.path));
  const { minValue, maxValue } = schemaOf(field.path) as z.ZodNumber;
  const label = (
    <>
      {name} <span className="form-optional figures">{pixels} px</span>
    </>
  );
  return (
    <AppearanceField {...field} label={label}>
      <Slider
        ariaLabelForHandle={name}
        ariaValueTextFormatterForHandle={(value) => `${value} px`}
        min={minValue ?? undefined}
        max={maxValue ?? undefined}
      />
    </AppearanceField>
  );
}

/** A choice between few options. Each shows its label, or the drawing that `draw` returns. */
export function ChoiceField({ draw, ...field }: FieldProps & { draw?: (option: string) => ReactNode }) {
  const { options } = schemaOf(field.path) as z.ZodEnum<Record<string, string>>;
  return (
    <AppearanceField {...field}>
      <Segmented
        aria-label={t(labelOf(field.path))}
        options={options.map((value) => {
          const name = t(`chat-customize.options.${field.path}.${value}`);
          return draw
            ? { value, title: name, label: <Drawing name={name}>{draw(value)}</Drawing> }
            : { value, label: name };
        })}
      />
    </AppearanceField>
  );
}

/** A drawing in place of the name of an option. */
export const Drawing = ({ name, children }: { name: string; children: ReactNode }) => (
  <span role="img" aria-label={name}>
    {children}
  </span>
);

/** Buttons that fill a field with an example text. Hidden from users who may not edit. */
export function Examples({ path }: { path: string }) {
  const form = Form.useFormInstance();
  const examples = t(`chat-customize.examples.${path}`, { returnObjects: true }) as { title: string; text: string }[];
  if (useReadOnly()) return null;
  return (
    <Flex wrap align="center" gap="small" className="appearance-note small-text">
      <span>{t('chat-customize.examples.label')}</span>
      {examples.map(({ title, text }) => (
        <Button key={title} size="small" shape="round" onClick={() => form.setFieldValue(nameOf(path), text)}>
          {title}
        </Button>
      ))}
    </Flex>
  );
}
