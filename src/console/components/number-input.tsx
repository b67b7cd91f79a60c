import { InputNumber, type InputNumberProps } from 'antd';

/** Thousands separated by points, perhaps with decimals: 1.500 or 1.234,56. */
const GROUPED = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;

/** Returns a typed or pasted number, such as "R$ 1.234,56", with a decimal point. */
function parse(typed = ''): number {
  const text = typed.replace(/[^\d.,-]/g, '');
  const plain = (GROUPED.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
  // antd also takes texts, and needs them while the user types: "1." is not a number yet.
  return plain as unknown as number;
}

/**
 * antd's InputNumber for Brazilian numbers. antd reads only the decimal comma: it would take 1.500 for one and a half,
 * and drop 1.234,56. A point that separates no thousands counts as the comma. Its buttons for one more and one less have
 * English names only, and the arrow keys do the same.
 */
export const NumberInput = (props: InputNumberProps<number>) => (
  <InputNumber<number> controls={false} decimalSeparator="," parser={parse} {...props} />
);
