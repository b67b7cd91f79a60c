import { InputNumber, type InputNumberProps } from 'antd';

/** An input for money. The user types reais; `value` is in centavos. */
export const ReaisInput = ({ value, onChange, ...props }: InputNumberProps<number>) => (
  <InputNumber<number>
    {...props}
    prefix="R$"
    precision={2}
    decimalSeparator=","
    value={typeof value === 'number' ? value / 100 : null}
    onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * 100))}
  />
);
