import { Select } from 'antd';
import type { ReactNode } from 'react';
import { fold } from '../../shared/fold.ts';

/** One option of a dropdown. */
export interface DropdownOption<R = string> {
  /** Unique among the options. */
  value: string;
  /** What choosing the option passes to `onChange`. */
  returnValue: R;
  /** Plain text, because screen readers announce it. */
  label: string;
  disabled?: boolean;
  /** The indentation of the label, in pixels. */
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

/** The maximum height of the list is 20rem at the default font size of 16 px. antd expects pixels. */
export const SELECT_PROPS = { listHeight: 320, className: 'choice-select' };
/** With this many options or more, the list has a search input. */
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

/** A dropdown for one option. `onChange` receives the option's `returnValue`, or null when the user clears it. */
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

/** A dropdown for several options. `onChange` receives their `returnValue`s in the order of the options. */
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
