import { type InputNumberProps } from 'antd';
import { NumberInput } from './number-input.tsx';

/** An input for money. The user types reais; `value` is in centavos. */
export const ReaisInput = ({ value, onChange, ...props }: InputNumberProps<number>) => (
  <NumberInput
    {...props}
    prefix="R$"
    precision={2}
    value={typeof value === 'number' ? value / 100 : null}
    onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * 100))}
  />
);
