import { useList } from '@refinedev/core';
import { Input, InputNumber, Switch } from 'antd';
import { lazy, Suspense, type ComponentType } from 'react';
import { withScheme, type Field, type FieldKind } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { resources } from '../../../resources/index.ts';
import { CONTEXT_INDENT_MAX, PAGE_SIZE_MAX } from '../../shared/constants.ts';
import type { SessionContext } from '../../shared/session.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { ChoiceSelect, ChoicesSelect, type DropdownOption } from '../components/choice-select.tsx';
import { fieldOf } from './view.ts';
import { useResourceTexts } from './words.ts';
import { SkeletonLine } from '../components/skeleton.tsx';

/** What a form hands to the input of a field. */
export interface InputProps<V = unknown> {
  resource: Resource;
  name: string;
  id?: string;
  value?: V;
  onChange?: (value: V | null) => void;
  onBlur?: () => void;
  /** Takes the focus when the form opens. */
  first?: boolean;
}

interface Drawn<V> extends InputProps<V> {
  field: Field;
  placeholder?: string;
}

const typed = (onChange?: (value: string) => void) => (event: { target: { value: string } }) =>
  onChange?.(event.target.value);
const shared = <V,>({ id, placeholder, first, onBlur }: Drawn<V>) => ({
  id,
  placeholder,
  onBlur,
  'data-first': first || undefined,
});
/** The counter is worth its place only where one may write much. */
const counter = (field: Field) =>
  field.max !== undefined && field.max <= 5_000 ? { max: field.max, show: true } : undefined;

const Line = (props: Drawn<string>) => (
  <Input {...shared(props)} value={props.value ?? ''} onChange={typed(props.onChange)} autoComplete="off" />
);

const Lines = (props: Drawn<string>) => (
  <Input.TextArea
    {...shared(props)}
    value={props.value ?? ''}
    onChange={typed(props.onChange)}
    count={counter(props.field)}
    autoSize={{ minRows: 4, maxRows: 14 }}
  />
);

const Address = (props: Drawn<string>) => (
  <Input
    {...shared(props)}
    placeholder={props.placeholder ?? 'https://'}
    inputMode="url"
    autoCapitalize="none"
    spellCheck={false}
    value={props.value ?? ''}
    onChange={typed(props.onChange)}
    onBlur={() => {
      const complete = withScheme(props.value ?? '');
      if (complete !== (props.value ?? '')) props.onChange?.(complete);
      props.onBlur?.();
    }}
  />
);

const Email = (props: Drawn<string>) => (
  <Input {...shared(props)} type="email" value={props.value ?? ''} onChange={typed(props.onChange)} />
);

function Choice({ resource, name, field, ...props }: Drawn<string>) {
  const words = useResourceTexts(resource);
  const options = (field.options ?? []).map((value) => ({
    value,
    returnValue: value,
    label: words.option(name, value),
  }));
  return <ChoiceSelect {...props} options={options} clearable={field.optional} />;
}

function YesOrNo({ id, value, onChange }: Drawn<boolean>) {
  return <Switch id={id} checked={value ?? false} onChange={(checked) => onChange?.(checked)} />;
}

const MomentPicker = lazy(() => import('../components/moment-picker.tsx'));
const Moment = ({ id, value, onChange }: Drawn<string>) => (
  <Suspense fallback={<SkeletonLine block />}>
    <MomentPicker id={id} value={value} onChange={onChange} />
  </Suspense>
);

const Count = (props: Drawn<number>) => (
  <InputNumber<number>
    {...shared(props)}
    value={props.value ?? null}
    onChange={(value) => props.onChange?.(value)}
    precision={0}
    decimalSeparator=","
  />
);

/** Typed in reais, kept in centavos. */
const Money = (props: Drawn<number>) => (
  <InputNumber<number>
    {...shared(props)}
    prefix="R$"
    precision={2}
    decimalSeparator=","
    value={typeof props.value === 'number' ? props.value / 100 : null}
    onChange={(value) => props.onChange?.(value === null ? null : Math.round(value * 100))}
  />
);

/** Contexts as options, parents before children, indented by their depth. `without`: those that may not be chosen. */
export const contextOptions = (
  contexts: readonly SessionContext[],
  without: (context: SessionContext) => boolean = () => false,
): DropdownOption[] =>
  contexts.map((context) => {
    const depth = Math.min(context.inheritance.split('.').length - 1, CONTEXT_INDENT_MAX);
    return {
      value: context.id,
      returnValue: context.id,
      label: <span style={{ paddingInlineStart: depth * 16 }}>{context.name}</span>,
      text: context.name,
      disabled: without(context),
    };
  });

/** The rows that a reference may point at, by their titles. */
function useOptions(to: string): { options: DropdownOption[]; loading: boolean } {
  const { contexts } = useCurrentContext();
  const pointedAt = resources.find(({ name }) => name === to);
  const { query, result } = useList({
    resource: to,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX },
    queryOptions: { enabled: to !== 'contexts' },
  });
  if (to === 'contexts') return { options: contextOptions(contexts), loading: false };
  const options = result.data.map((row) => ({
    value: String(row.id),
    returnValue: String(row.id),
    label: String(row[pointedAt?.title ?? 'id']),
  }));
  return { options, loading: query.isLoading };
}

function Reference({ field, ...props }: Drawn<string>) {
  return <ChoiceSelect {...props} {...useOptions(field.to ?? '')} clearable={field.optional} />;
}
function References({ field, ...props }: Drawn<string[]>) {
  return <ChoicesSelect {...props} {...useOptions(field.to ?? '')} />;
}

/** Each takes and gives the values of its kind, which the schema of the field has checked; the map itself cannot say so. */
const INPUTS = {
  text: Line,
  longText: Lines,
  url: Address,
  email: Email,
  choice: Choice,
  toggle: YesOrNo,
  moment: Moment,
  count: Count,
  money: Money,
  reference: Reference,
  references: References,
} as unknown as Record<FieldKind, ComponentType<Drawn<unknown>>>;

/** Draws the input of a field by its kind; works as the child of antd's Form.Item. */
export function FieldInput(props: InputProps) {
  const words = useResourceTexts(props.resource);
  const field = fieldOf(props.resource, props.name);
  const Drawing = INPUTS[field.kind];
  return <Drawing {...props} field={field} placeholder={words.placeholder(props.name)} />;
}
