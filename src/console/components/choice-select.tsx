import { Select, type SelectProps } from 'antd';
import type { ReactNode } from 'react';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { fold } from '../../shared/fold.ts';
import type { SessionContext } from '../../shared/session.ts';
import { indentOf } from '../session/context-list.ts';

export interface DropdownOption<V extends string = string> {
  value: V;
  /** Plain text, because screen readers announce it. */
  label: string;
  disabled?: boolean;
  /** The indentation of the label, in pixels. */
  indent?: number;
}

type ChoiceProps<V extends string> = Pick<
  SelectProps,
  'placeholder' | 'disabled' | 'id' | 'loading' | 'allowClear' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
> & { options: readonly DropdownOption<V>[] };

export const SELECT_PROPS = { listHeight: DROPDOWN_MAX_HEIGHT, className: 'choice-select', virtual: false };
/** With this many options or more, the list has a search input. */
const SEARCH_FROM = 8;

/** Returns antd's props for the options. The search ignores accents and case. */
const optionProps = <V extends string>(options: readonly DropdownOption<V>[]) => ({
  options: [...options],
  optionRender: ({ label, data }: { label?: ReactNode; data: { indent?: number } }) => (
    <span style={{ paddingInlineStart: data.indent }}>{label}</span>
  ),
  showSearch: options.length >= SEARCH_FROM,
  filterOption: (typed: string, option?: DropdownOption<V>) => fold(option?.label ?? '').includes(fold(typed)),
});

/** A dropdown for one option. `onChange` receives null when the user clears it. */
export function ChoiceSelect<V extends string = string>({
  options,
  value,
  onChange,
  ...props
}: ChoiceProps<V> & { value?: V | null; onChange?: (value: V | null) => void }) {
  return (
    <Select<V, DropdownOption<V>>
      {...SELECT_PROPS}
      {...props}
      {...optionProps(options)}
      value={options.find((option) => option.value === value)?.value}
      onChange={(chosen?: V) => onChange?.(chosen ?? null)}
    />
  );
}

/** A dropdown for several options. `onChange` receives their values in the order of the options. */
export function ChoicesSelect<V extends string = string>({
  options,
  value,
  onChange,
  ...props
}: ChoiceProps<V> & { value?: V[] | null; onChange?: (values: V[]) => void }) {
  const known = options.map((option) => option.value);
  return (
    <Select<V[], DropdownOption<V>>
      {...SELECT_PROPS}
      {...props}
      {...optionProps(options)}
      mode="multiple"
      value={(value ?? []).filter((one) => known.includes(one))}
      onChange={(chosen) => onChange?.(known.filter((one) => chosen.includes(one)))}
    />
  );
}

/** Returns the contexts as options, parents before children, indented by depth. `without` disables options. */
export const contextOptions = (
  contexts: readonly SessionContext[],
  without: (context: SessionContext) => boolean = () => false,
): DropdownOption[] =>
  contexts.map((context) => ({
    value: context.id,
    label: context.name,
    indent: indentOf(context) * 16,
    disabled: without(context),
  }));
