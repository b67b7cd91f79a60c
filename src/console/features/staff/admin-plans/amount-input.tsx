import { InputNumber, type InputNumberProps } from 'antd';

/** A whole number. */
export const AmountInput = (props: InputNumberProps<number>) => <InputNumber<number> precision={0} {...props} />;

/** Credits, which may have decimals. */
export const CreditsInput = (props: InputNumberProps<number>) => (
  <InputNumber<number> decimalSeparator="," {...props} />
);
