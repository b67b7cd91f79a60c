import { Flex, Slider, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../components/form-field.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { MAY_BE_EMPTY, ruleOf } from './model-values.ts';

/** A titled group of a model's fields. */
export function ModelPart({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <fieldset className="form-section">
      <legend>{t(`models.parts.${name}`)}</legend>
      {children}
    </fieldset>
  );
}

/**
 * The form field of a model: label and hint come from the locale, the validation rule from the model's schema. `path` is
 * the field's path in the values: `conversion.amount`.
 */
export function ModelField(props: {
  path: string;
  hint?: ReactNode;
  isSwitch?: boolean;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { path, hint, ...field } = props;
  const { t, i18n } = useTranslation();
  const name = path.split('.');
  const ownHint = `models.hints.${path}`;
  return (
    <FormField
      {...field}
      name={name}
      schema={ruleOf(name)}
      canBeEmpty={MAY_BE_EMPTY.includes(name[0] ?? '')}
      label={t(`models.fields.${path}`)}
      extra={hint ?? (i18n.exists(ownHint) ? t(ownHint) : undefined)}
    />
  );
}

interface NumberProps {
  id?: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
}

/** An input for an integer number of tokens, with thousands separators. */
export const TokensInput = (props: NumberProps) => (
  <NumberInput
    {...props}
    precision={0}
    formatter={(value) => String(value ?? '').replace(/\B(?=(\d{3})+$)/g, '.')}
    parser={(typed) => Number((typed ?? '').replace(/\D/g, '')) || (null as unknown as number)}
  />
);

/** An input for an amount in reais with at least two decimals. A typed point counts as the decimal comma. */
export const PriceInput = (props: NumberProps) => <NumberInput {...props} prefix="R$" placeholder="0,00" step={0.01} />;

export function TemperatureInput({ id, value, onChange }: NumberProps) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap={12}>
      <Typography.Text type="secondary">{t('models.temperature.low')}</Typography.Text>
      <Slider
        style={{ flex: 1 }}
        ariaLabelForHandle={t('models.fields.temperature')}
        min={0}
        max={1}
        step={0.05}
        tooltip={{ open: false }}
        value={value ?? 0}
        onChange={onChange}
      />
      <Typography.Text type="secondary">{t('models.temperature.high')}</Typography.Text>
      <NumberInput
        style={{ width: 84 }}
        id={id}
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </Flex>
  );
}
