import { Select } from 'antd';
import type { ReactNode } from 'react';
import { fold } from '../../shared/fold.ts';

/** One option of a dropdown. */
export interface DropdownOption<R = string> {
  /** Unique among the options. */
  value: string;
  /** What choosing the option passes to `onChange`. */
  returnValue: R;
  /** Plain text, because screen readers announce an option by it. */
  label: string;
  disabled?: boolean;
  /** How far the label is indented, in pixels. */
  indent?: number;
}

interface SelectProps<R> {
  options: readonly DropdownOption<R>[];
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  loading?: boolean;
  clearable?: boolean;
  'aria-label'?: string;
}

/** Tallest list: 20rem at the browser's usual 16 px (antd counts in px). */
export const SELECT_PROPS = { listHeight: 320, className: 'choice-select' };
/** From here on a list is long enough to be searched. */
const SEARCH_FROM = 8;

const drawn = <R,>({ options, placeholder, disabled, id, loading, clearable, ...rest }: SelectProps<R>) => ({
  ...SELECT_PROPS,
  id,
  disabled,
  loading,
  placeholder,
  allowClear: clearable,
  options: options.map(({ value, label, disabled: isOff, indent }) => ({ value, label, disabled: isOff, indent })),
  optionRender: ({ label, data }: { label?: ReactNode; data: { indent?: number } }) => (
    <span style={{ paddingInlineStart: data.indent }}>{label}</span>
  ),
  showSearch: options.length >= SEARCH_FROM,
  filterOption: (typed: string, option?: { label: string }) => fold(option?.label ?? '').includes(fold(typed)),
  'aria-label': rest['aria-label'],
});

const valueOf = <R,>(options: readonly DropdownOption<R>[], chosen: R | null | undefined) =>
  options.find(({ returnValue }) => returnValue === chosen)?.value;

/** A dropdown of which one option is chosen; gives that option's `returnValue`, or null when it is cleared. */
export function ChoiceSelect<R = string>(
  props: SelectProps<R> & { value?: R | null; onChange?: (value: R | null) => void },
) {
  return (
    <Select
      {...drawn(props)}
      value={valueOf(props.options, props.value)}
      onChange={(value?: string) =>
        props.onChange?.(props.options.find((option) => option.value === value)?.returnValue ?? null)
      }
    />
  );
}

/** The same, for any number of options. */
export function ChoicesSelect<R = string>(
  props: SelectProps<R> & { value?: R[] | null; onChange?: (value: R[]) => void },
) {
  return (
    <Select
      {...drawn(props)}
      mode="multiple"
      value={(props.value ?? []).flatMap((chosen) => valueOf(props.options, chosen) ?? [])}
      onChange={(values: string[]) =>
        props.onChange?.(
          props.options.filter(({ value }) => values.includes(value)).map((option) => option.returnValue),
        )
      }
    />
  );
}
