import { Input, Select, Skeleton, Switch } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { type Field, type FieldKind, withScheme } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { SessionContext } from '../../shared/session.ts';
import { ChoiceSelect, ChoicesSelect, type DropdownOption, SELECT_PROPS } from '../components/choice-select.tsx';
import { NumberInput } from '../components/number-input.tsx';
import { ReaisInput } from '../components/reais-input.tsx';
import { fieldOf } from '../providers/view.ts';
import { indentOf } from '../session/context-list.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { useResourceTexts } from './texts.ts';
import { useRowOptions } from './use-row-options.ts';

/** The props that a form passes to the input of a field. */
interface InputProps {
  resource: Resource;
  name: string;
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
  /** Focused when the form opens. */
  first?: boolean;
}

interface DrawnInputProps extends InputProps {
  field: Field;
  placeholder?: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const isMany = ({ kind }: Field) => kind === 'choices' || kind === 'references';

const shared = ({ id, placeholder, first, onBlur }: DrawnInputProps) => ({
  id,
  placeholder,
  onBlur,
  'data-first': first || undefined,
});
const textInput = ({ value, onChange }: DrawnInputProps) => ({
  value: textOf(value),
  onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
});
/** Returns the character counter of a field; undefined if its limit is too high for users to reach. */
const counter = (field: Field) =>
  field.max !== undefined && field.max <= 5_000 ? { max: field.max, show: true } : undefined;

const Line = (props: DrawnInputProps) => <Input {...shared(props)} {...textInput(props)} autoComplete="off" />;

const Lines = (props: DrawnInputProps) => (
  <Input.TextArea
    {...shared(props)}
    {...textInput(props)}
    count={counter(props.field)}
    autoSize={{ minRows: 4, maxRows: 14 }}
  />
);

const Address = (props: DrawnInputProps) => (
  <Input
    {...shared(props)}
    {...textInput(props)}
    placeholder={props.placeholder ?? 'https://'}
    inputMode="url"
    autoCapitalize="none"
    spellCheck={false}
    onBlur={() => {
      const complete = withScheme(textOf(props.value));
      if (complete !== textOf(props.value)) props.onChange?.(complete);
      props.onBlur?.();
    }}
  />
);

const Email = (props: DrawnInputProps) => <Input {...shared(props)} {...textInput(props)} type="email" />;

/** A select of known options, for one value or several. */
function OptionSelect({ options, ...props }: DrawnInputProps & { options: readonly DropdownOption[] }) {
  const { field, id, placeholder, value, onChange } = props;
  const drawn = { id, placeholder, options, onChange };
  if (isMany(field)) return <ChoicesSelect {...drawn} value={idsOf(value)} />;
  return <ChoiceSelect {...drawn} value={textOf(value)} allowClear={field.optional} />;
}

function Choice(props: DrawnInputProps) {
  const { resource, name, field } = props;
  const texts = useResourceTexts(resource);
  const options = (field.options ?? []).map((value) => ({ value, label: texts.option(name, value) }));
  return <OptionSelect {...props} options={options} />;
}

const YesOrNo = ({ id, value, onChange }: DrawnInputProps) => (
  <Switch id={id} checked={value === true} onChange={onChange} />
);

const MomentPicker = lazy(() => import('../components/moment-picker.tsx'));
const Moment = ({ id, value, onChange }: DrawnInputProps) => (
  <Suspense fallback={<Skeleton.Input active block />}>
    <MomentPicker id={id} value={textOf(value)} onChange={onChange} />
  </Suspense>
);

const Count = (props: DrawnInputProps) => (
  <NumberInput
    {...shared(props)}
    value={numberOf(props.value)}
    onChange={props.onChange}
    precision={props.field.isFraction ? undefined : 0}
  />
);

const Money = (props: DrawnInputProps) => (
  <ReaisInput {...shared(props)} value={numberOf(props.value)} onChange={props.onChange} />
);

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

/** A select with the rows of the referenced resource, by their titles. */
function RowSelect(props: DrawnInputProps) {
  const { field, value, onChange } = props;
  const many = isMany(field);
  return (
    <Select
      {...SELECT_PROPS}
      {...useRowOptions(field.to ?? '', many ? idsOf(value) : textOf(value) ? [textOf(value)] : [])}
      {...shared(props)}
      mode={many ? 'multiple' : undefined}
      allowClear={field.optional}
      value={many ? idsOf(value) : textOf(value) || undefined}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}

/** A select for references. Contexts are shown as a tree and are already loaded with the session. */
function Reference(props: DrawnInputProps) {
  const { contexts } = useCurrentContext();
  if (props.field.to !== 'contexts') return <RowSelect {...props} />;
  return <OptionSelect {...props} options={contextOptions(contexts)} />;
}

const INPUTS: Record<FieldKind, ComponentType<DrawnInputProps>> = {
  text: Line,
  longText: Lines,
  url: Address,
  email: Email,
  choice: Choice,
  choices: Choice,
  toggle: YesOrNo,
  moment: Moment,
  count: Count,
  money: Money,
  reference: Reference,
  references: Reference,
};

/** Shows the input for the kind of a field. Use it as the child of antd's Form.Item. */
export function FieldInput(props: InputProps) {
  const texts = useResourceTexts(props.resource);
  const field = fieldOf(props.resource, props.name);
  const Drawing = INPUTS[field.kind];
  return <Drawing {...props} field={field} placeholder={texts.placeholder(props.name)} />;
}
