import { Button, ConfigProvider, Flex, Form, Input, Segmented, Slider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ownAppearance } from '../../../../shared/appearance.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { FormField } from '../../../components/form-field.tsx';

interface FieldProps {
  /** A dotted path, such as `messages.welcome`. */
  path: string;
  /** The scene that the preview shows while the field has the focus. */
  scene?: PreviewScene;
  hint?: ReactNode;
}

const labelOf = (path: string) => `chat-customize.fields.${path}`;
const optionLabel = (path: string, option: string) => `chat-customize.options.${path}.${option}`;
export const nameOf = (path: string) => path.split('.');

function schemaOf(path: string): z.ZodType {
  return nameOf(path).reduce<z.ZodType>((schema, key) => {
    const { shape } = (schema instanceof z.ZodDefault ? schema.unwrap() : schema) as z.ZodObject;
    return shape[key] as z.ZodType;
  }, ownAppearance);
}

/** Whether the user may only read the form. */
export const useReadOnly = () => ConfigProvider.useConfig().componentDisabled;

/** A field of the appearance. Its label and its schema follow from its path. */
export function AppearanceField({
  path,
  scene,
  hint,
  ...props
}: FieldProps & { label?: ReactNode; id?: string; children: ReactNode }) {
  const { t } = useTranslation();
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
export function TextField({
  max,
  rows,
  placeholder,
  ...field
}: FieldProps & { max: number; rows?: number; placeholder?: string }) {
  const { t } = useTranslation();
  const show = ({ count }: { count: number }) =>
    count > max * 0.8 && (
      <span aria-label={t('chat-customize.left', { left: max - count })}>
        {count}/{max}
      </span>
    );
  const input = { placeholder, count: { max, show } };
  return (
    <AppearanceField {...field}>
      {rows ? <Input.TextArea {...input} autoSize={{ minRows: rows, maxRows: 8 }} /> : <Input {...input} />}
    </AppearanceField>
  );
}

export function PixelsField({ min, max, ...field }: FieldProps & { min: number; max: number }) {
  const { t } = useTranslation();
  const pixels = Form.useWatch<number | undefined>(nameOf(field.path));
  const name = t(labelOf(field.path));
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
        min={min}
        max={max}
      />
    </AppearanceField>
  );
}

/** A choice between few options. Each shows its label, or the drawing that `draw` returns. */
export function ChoiceField<T extends string>({
  options,
  draw,
  ...field
}: FieldProps & { options: readonly T[]; draw?: (option: T) => ReactNode }) {
  const { t } = useTranslation();
  return (
    <AppearanceField {...field}>
      <Segmented<T>
        aria-label={t(labelOf(field.path))}
        options={options.map((option) => {
          const name = t(optionLabel(field.path, option));
          if (!draw) return { value: option, label: name };
          const drawing = (
            <span role="img" aria-label={name}>
              {draw(option)}
            </span>
          );
          return { value: option, title: name, label: drawing };
        })}
      />
    </AppearanceField>
  );
}

/** Buttons that fill the field at `path` with an example text. Hidden from users who may not edit. */
export function Examples({ path, of }: { path: string; of: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const examples = t(`chat-customize.examples.${of}`, { returnObjects: true }) as { title: string; text: string }[];
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
