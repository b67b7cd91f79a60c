import { Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { faultAt, type Path } from './model-values.ts';

/** A field of a model by its path: its label and hint from the locale, its rule from the schema. */
export function ModelField(props: {
  path: Path;
  hint?: ReactNode;
  isSwitch?: boolean;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { path } = props;
  const { t, i18n } = useTranslation();
  const form = Form.useFormInstance();
  const ownHint = `models.hints.${path.join('.')}`;
  const validate = async (_: unknown, value: unknown) => {
    const message = faultAt(t, path, value);
    if (message) throw new Error(message);
  };
  // Leaving an input that was never filled says nothing yet.
  const judge = () => {
    const value: unknown = form.getFieldValue([...path]);
    if (value !== null && value !== undefined && value !== '')
      void form.validateFields([[...path]]).catch(() => undefined);
  };
  return (
    <div onBlur={judge}>
      <Form.Item
        className={props.isSwitch ? 'form-field form-toggle' : 'form-field'}
        name={[...path]}
        valuePropName={props.isSwitch ? 'checked' : 'value'}
        label={
          <>
            {t(`models.fields.${path.join('.')}`)}
            {props.isOptional && <span className="form-optional"> {t('resource.optional')}</span>}
          </>
        }
        extra={props.hint ?? (i18n.exists(ownHint) ? t(ownHint) : undefined)}
        rules={[{ validator: validate }]}
      >
        {props.children}
      </Form.Item>
    </div>
  );
}

interface NumberProps {
  id?: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
}

/** Whole tokens, their thousands apart. */
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

/** Reais, with up to four decimals; a typed point is taken for the comma. */
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

/** 0 to 1: drawn along a line, and written. */
export function TemperatureInput({ id, value, onChange }: NumberProps) {
  const { t } = useTranslation();
  return (
    <div className="temperature">
      <span>{t('models.temperature.low')}</span>
      <input
        type="range"
        aria-label={t('models.fields.temperature')}
        min={0}
        max={1}
        step={0.05}
        value={value ?? 0}
        onChange={({ target }) => onChange?.(Number(target.value))}
      />
      <span>{t('models.temperature.high')}</span>
      <InputNumber<number>
        id={id}
        min={0}
        max={1}
        step={0.05}
        decimalSeparator=","
        value={value}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}
