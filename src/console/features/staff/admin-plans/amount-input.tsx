import { InputNumber, type InputNumberProps } from 'antd';

export const AmountInput = (props: InputNumberProps<number>) => <InputNumber<number> precision={0} {...props} />;

/** An input for credits, which may have decimals. */
export const CreditsInput = (props: InputNumberProps<number>) => (
  <InputNumber<number> decimalSeparator="," {...props} />
);
