import type { Field } from '../../../resources/kit/field.ts';
import type { DrawnInputProps } from './drawn-kind.ts';

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
export const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** The id, and what antd's Form.Item says about its error and hint. */
export const namedProps = (props: DrawnInputProps) => ({
  id: props.id,
  'aria-describedby': props['aria-describedby'],
  'aria-invalid': props['aria-invalid'],
});

export const commonProps = (props: DrawnInputProps) => ({
  ...namedProps(props),
  placeholder: props.placeholder,
  onBlur: props.onBlur,
  'data-first': props.first || undefined,
});

export const textProps = (props: DrawnInputProps) => ({
  ...commonProps(props),
  value: textOf(props.value),
  onChange: ({ target }: { target: { value: string } }) => props.onChange?.(target.value),
});

/** Returns the character counter of a field; undefined if its limit is too high for users to reach. */
export const counter = ({ max }: Field) => (max !== undefined && max <= 5_000 ? { max, show: true } : undefined);
