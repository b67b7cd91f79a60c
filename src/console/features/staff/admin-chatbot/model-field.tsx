import { Flex, InputNumber, Slider, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../components/form-field.tsx';
import { MAY_BE_EMPTY, type ModelPath, ruleOf } from './model-values.ts';

/** The form field of a model: label and hint come from the locale, the validation rule from the model's schema. */
export function ModelField(props: {
  path: ModelPath;
  hint?: ReactNode;
  isSwitch?: boolean;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { path, hint, ...field } = props;
  const { t, i18n } = useTranslation();
  const ownHint = `models.hints.${path.join('.')}`;
  return (
    <FormField
      {...field}
      name={[...path]}
      schema={ruleOf(path)}
      canBeEmpty={MAY_BE_EMPTY.includes(path[0] ?? '')}
      label={t(`models.fields.${path.join('.')}`)}
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
  <InputNumber<number>
    {...props}
    precision={0}
    formatter={(value) => String(value ?? '').replace(/\B(?=(\d{3})+$)/g, '.')}
    parser={(typed) => Number((typed ?? '').replace(/\D/g, '')) || (null as unknown as number)}
  />
);

const decimals = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});

/** An input for an amount in reais with up to four decimals. A typed point counts as the decimal comma. */
export const ReaisInput = (props: NumberProps) => (
  <InputNumber<number | string>
    {...props}
    prefix="R$"
    placeholder="0,00"
    formatter={(value, { userTyping, input }) =>
      userTyping ? input : value === undefined || value === '' ? '' : decimals.format(Number(value))
    }
    parser={(typed) => (typed ?? '').replace(',', '.').replace(/[^\d.]/g, '')}
    onChange={(value) => props.onChange?.(value === null || value === '' ? null : Number(value))}
  />
);

export function TemperatureInput({ id, value, onChange }: NumberProps) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap={12} className="temperature">
      <Typography.Text type="secondary">{t('models.temperature.low')}</Typography.Text>
      <Slider
        ariaLabelForHandle={t('models.fields.temperature')}
        min={0}
        max={1}
        step={0.05}
        tooltip={{ open: false }}
        value={value ?? 0}
        onChange={onChange}
      />
      <Typography.Text type="secondary">{t('models.temperature.high')}</Typography.Text>
      <InputNumber<number>
        id={id}
        min={0}
        max={1}
        step={0.05}
        decimalSeparator=","
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </Flex>
  );
}
