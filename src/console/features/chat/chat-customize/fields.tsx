import { Button, Flex, Form, Input, Segmented, Slider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { Field, useEditing, useField } from './editing.tsx';

interface FieldProps {
  path: string;
  /** The scene that the preview shows while the field has the focus. */
  scene?: PreviewScene;
  hint?: ReactNode;
}

const labelOf = (path: string) => `chat-customize.fields.${path}`;
const optionLabel = (path: string, option: string) => `chat-customize.options.${path}.${option}`;

export function TextField(props: FieldProps & { max: number; rows?: number; placeholder?: string }) {
  const { t } = useTranslation();
  const { value, fault, set, onFocus, isOff } = useField<string>(props.path, props.scene);
  return (
    <Field
      label={t(labelOf(props.path))}
      hint={props.hint}
      fault={fault}
      count={{ length: value.length, max: props.max }}
    >
      {(ids) => {
        const all = {
          ...ids,
          value,
          onFocus,
          disabled: isOff,
          placeholder: props.placeholder,
          status: fault ? ('error' as const) : undefined,
        };
        return props.rows ? (
          <Input.TextArea
            {...all}
            autoSize={{ minRows: props.rows, maxRows: 8 }}
            onChange={({ target }) => set(target.value)}
          />
        ) : (
          <Input {...all} onChange={({ target }) => set(target.value)} />
        );
      }}
    </Field>
  );
}

export function PixelsField(props: FieldProps & { min: number; max: number }) {
  const { t } = useTranslation();
  const { value, fault, set, onFocus, isOff } = useField<number>(props.path, props.scene);
  const label = t(labelOf(props.path));
  return (
    <Field label={label} hint={props.hint} fault={fault}>
      {() => (
        <Flex gap={12} align="center">
          <Slider
            className="fill"
            ariaLabelForHandle={label}
            ariaValueTextFormatterForHandle={(pixels) => `${pixels} px`}
            min={props.min}
            max={props.max}
            value={value}
            disabled={isOff}
            onFocus={onFocus}
            onChange={set}
          />
          <span className="figures">{value} px</span>
        </Flex>
      )}
    </Field>
  );
}

/** A choice between few options. Each shows its label, or the drawing that `draw` returns. */
export function ChoiceField<T extends string>(
  props: FieldProps & { options: readonly T[]; draw?: (option: T) => ReactNode },
) {
  const { t } = useTranslation();
  const { value, set, onFocus, isOff } = useField<T>(props.path, props.scene);
  const label = t(labelOf(props.path));
  return (
    <Form.Item className="form-field" label={label} extra={props.hint}>
      <Segmented<T>
        aria-label={label}
        value={value}
        disabled={isOff}
        onFocus={onFocus}
        onChange={set}
        options={props.options.map((option) => {
          const name = t(optionLabel(props.path, option));
          if (!props.draw) return { value: option, label: name };
          const drawing = (
            <span role="img" aria-label={name}>
              {props.draw(option)}
            </span>
          );
          return { value: option, title: name, label: drawing };
        })}
      />
    </Form.Item>
  );
}

/** Buttons that fill the field at `path` with an example text. Hidden from users who may not edit. */
export function Examples({ path, of }: { path: string; of: string }) {
  const { t } = useTranslation();
  const { set } = useField<string>(path);
  const { canEdit } = useEditing();
  const examples = t(`chat-customize.examples.${of}`, { returnObjects: true }) as { title: string; text: string }[];
  if (!canEdit) return null;
  return (
    <Flex wrap align="center" gap="small" className="look-note small-text">
      <span>{t('chat-customize.examples.label')}</span>
      {examples.map(({ title, text }) => (
        <Button key={title} size="small" shape="round" onClick={() => set(text)}>
          {title}
        </Button>
      ))}
    </Flex>
  );
}
