import { Button, ConfigProvider, Flex, Form, Input, Segmented, Slider, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ownAppearance } from '../../../../shared/appearance.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { FormField } from '../../../components/form-field.tsx';
import HexInput from '../../../components/hex-input.tsx';
import { Icon } from '../../../components/icon.tsx';
import { i18n, t } from '../../../providers/i18n.ts';
import type { EditedAppearance } from './appearance-history.ts';
import { contrastOf, opaque, READABLE, readableOn } from './contrast.ts';

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

export type ColorName = keyof EditedAppearance['colors'];

/**
 * A colour field with a picker and a hex input. `label` is a locale key. `id` distinguishes a second field for the same
 * colour.
 */
export function ColorField(props: { path: string; id?: string; label?: string; onChange?: (hex: string) => void }) {
  const label = t(props.label ?? `chat-customize.fields.${props.path}`);
  return (
    <AppearanceField path={props.path} id={props.id} label={label} scene="conversation">
      <HexInput label={label} id={props.id} onChange={props.onChange} isReadOnly={useReadOnly()} />
    </AppearanceField>
  );
}

/**
 * Shows the contrast of a text colour on its background. When the contrast is too low, a button applies the nearest
 * readable colour. Shows nothing while a colour is invalid.
 */
export function ContrastLine(props: { colors: EditedAppearance['colors']; text: ColorName; ground: ColorName }) {
  const form = Form.useFormInstance<EditedAppearance>();
  const isReadOnly = useReadOnly();
  const { [props.text]: text, [props.ground]: ground, ground: under } = props.colors;
  const ratio = contrastOf(text, ground, under);
  if (ratio === null) return null;
  const isGood = ratio >= READABLE;
  const better = isGood ? null : readableOn(text, ground, under);
  const ratioText = (Math.floor(ratio * 10) / 10).toLocaleString('pt-BR', { minimumFractionDigits: 1 });
  return (
    <Flex wrap align="center" gap="4px 10px" className="appearance-note small-text">
      <Tag aria-hidden style={{ color: opaque(text), background: opaque(ground) }}>
        Aa
      </Tag>
      <span>
        {t(`chat-customize.contrast.${props.text}-${props.ground}`)}{' '}
        <Typography.Text strong type={isGood ? undefined : 'danger'} className="figures">
          {ratioText}:1
        </Typography.Text>{' '}
        {t(isGood ? 'chat-customize.contrast.good' : 'chat-customize.contrast.low')}
      </span>
      {better && !isReadOnly && (
        <Button
          size="small"
          shape="round"
          icon={<i aria-hidden className="appearance-dot" style={{ background: better }} />}
          onClick={() => form.setFieldValue(['colors', props.text], better)}
        >
          {t('chat-customize.contrast.use', { color: better })}
        </Button>
      )}
      {isGood && (
        <Typography.Text type="success">
          <Icon name="check" size={14} />
        </Typography.Text>
      )}
    </Flex>
  );
}
