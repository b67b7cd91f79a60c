import { Select, type SelectProps, Skeleton, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { NumberInput } from '../components/number-input.tsx';
import { ReaisInput } from '../components/reais-input.tsx';
import { choiceFilter, fieldOf, filterValues, textFilter, withFilter } from '../providers/view.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import type { ResourceTexts } from './texts.ts';
import type { ListControl } from './use-list-table.ts';
import { useRowOptions } from './use-row-options.ts';

interface FilterProps {
  resource: Resource;
  name: string;
  texts: ResourceTexts;
  control: Pick<ListControl, 'view' | 'change'>;
}

/** Returns all values with the same label as this one. They form one option, with the first of them as its value. */
function synonymsOf({ resource, name, texts }: FilterProps, value: string): string[] {
  return filterValues(resource, name).filter((one) => texts.option(name, one) === texts.option(name, value));
}

function optionsOf(props: FilterProps) {
  const { resource, name, texts } = props;
  return filterValues(resource, name)
    .filter((value) => synonymsOf(props, value)[0] === value)
    .map((value) => ({ value, label: texts.option(name, value) }));
}

const SELECT_PROPS = {
  className: 'list-filter',
  allowClear: true,
  popupMatchSelectWidth: false,
  listHeight: DROPDOWN_MAX_HEIGHT,
};

/** The filter of a choice field: one or more values. */
function ChoiceFilter(props: FilterProps) {
  const { name, texts, control } = props;
  const { filters } = control.view;
  const chosen = [...new Set(choiceFilter(filters, name).flatMap((value) => synonymsOf(props, value)[0] ?? []))];
  const [first = '', ...others] = chosen;
  const label = texts.filter(name);
  return (
    <Select<string[]>
      {...SELECT_PROPS}
      placeholder={label}
      aria-label={label}
      options={optionsOf(props)}
      mode="multiple"
      showSearch={false}
      value={chosen}
      maxTagCount={0}
      maxTagPlaceholder={
        others.length > 0 ? `${texts.option(name, first)} +${others.length}` : texts.option(name, first)
      }
      onChange={(values) => {
        const all = values.flatMap((value) => synonymsOf(props, value));
        control.change({ filters: withFilter(filters, name, { in: all }) });
      }}
    />
  );
}

/** The filter by one or more rows of another resource. */
function RowFilter(props: FilterProps & { select: SelectProps<string[]> }) {
  const { name, texts, control, select } = props;
  const { filters } = control.view;
  const chosen = choiceFilter(filters, name);
  const label = texts.filter(name);
  const [first, ...others] = (select.options ?? []).filter(({ value }) => chosen.includes(String(value)));
  return (
    <Select<string[]>
      {...SELECT_PROPS}
      placeholder={label}
      aria-label={label}
      mode="multiple"
      optionFilterProp="label"
      value={chosen}
      maxTagCount={0}
      maxTagPlaceholder={
        others.length > 0 ? (
          <>
            {first?.label} +{others.length}
          </>
        ) : (
          first?.label
        )
      }
      {...select}
      onChange={(values) => control.change({ filters: withFilter(filters, name, { in: values }) })}
    />
  );
}

/** The filter by context; nothing for users who see only one. */
function ContextFilter(props: FilterProps) {
  const { contexts } = useCurrentContext();
  if (contexts.length < 2) return null;
  return <RowFilter {...props} select={{ options: contexts.map(({ id, name }) => ({ value: id, label: name })) }} />;
}

function ReferenceFilter(props: FilterProps) {
  const { resource, name, control } = props;
  const to = fieldOf(resource, name).to ?? '';
  return <RowFilter {...props} select={useRowOptions(to, choiceFilter(control.view.filters, name))} />;
}

/** The filter by a range of numbers or amounts. Both ends are optional, and apply when their input is left. */
function NumberFilter({ resource, name, texts, control }: FilterProps) {
  const { t } = useTranslation();
  const { filters } = control.view;
  const label = texts.filter(name);
  const Amount = fieldOf(resource, name).kind === 'money' ? ReaisInput : NumberInput;
  return (
    <Space.Compact className="list-numbers" role="group" aria-label={label}>
      {(['gte', 'lte'] as const).map((end) => {
        const text = textFilter(filters, name, end);
        return (
          <NumberEnd
            key={`${end} ${text}`}
            Amount={Amount}
            label={t(`resource.numbers.${end}`, { field: label })}
            value={text === undefined ? null : Number(text)}
            onChange={(value) =>
              control.change({
                filters: withFilter(filters, name, {
                  gte: textFilter(filters, name, 'gte'),
                  lte: textFilter(filters, name, 'lte'),
                  [end]: value === null ? undefined : String(value),
                }),
              })
            }
          />
        );
      })}
    </Space.Compact>
  );
}

function NumberEnd(props: {
  Amount: typeof NumberInput | typeof ReaisInput;
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { Amount, label, value, onChange } = props;
  const [typed, setTyped] = useState<unknown>(value);
  const apply = () => {
    const number = typeof typed === 'number' ? typed : null;
    if (number !== value) onChange(number);
  };
  return (
    <Amount
      aria-label={label}
      placeholder={label}
      min={0}
      value={typeof typed === 'number' ? typed : null}
      onChange={setTyped}
      onBlur={apply}
      onPressEnter={apply}
    />
  );
}

/** The filter by one value of a field or of a parameter of the list. */
export function ValueFilter(
  props: Omit<SelectProps<string>, 'onChange'> & { control: FilterProps['control']; name: string; label: string },
) {
  const { control, name, label, ...select } = props;
  const { filters } = control.view;
  return (
    <Select<string>
      {...SELECT_PROPS}
      placeholder={label}
      aria-label={label}
      value={textFilter(filters, name) ?? null}
      onChange={(eq?: string) => control.change({ filters: withFilter(filters, name, { eq }) })}
      {...select}
    />
  );
}

/** The filter of a toggle field: yes, no or both. */
const ToggleFilter = (props: FilterProps) => {
  const label = props.texts.filter(props.name);
  return (
    <ValueFilter
      control={props.control}
      name={props.name}
      label={label}
      options={optionsOf(props)}
      labelRender={({ label: value }) => `${label}: ${String(value).toLowerCase()}`}
    />
  );
};

/** Loaded lazily, because the calendar is larger than the list's own code. */
const RangeFilter = lazy(() => import('./range-filter.tsx'));

/** Shows the filter for the kind of a field. */
export function ListFilter(props: FilterProps) {
  const { resource, name, texts, control } = props;
  const { filters } = control.view;
  switch (fieldOf(resource, name).kind) {
    case 'choice':
    case 'choices':
      return <ChoiceFilter {...props} />;
    case 'toggle':
      return <ToggleFilter {...props} />;
    case 'moment':
      return (
        <Suspense fallback={<Skeleton.Input block className="list-range" />}>
          <RangeFilter
            label={texts.filter(name)}
            from={textFilter(filters, name, 'gte')}
            to={textFilter(filters, name, 'lte')}
            onChange={(span) => control.change({ filters: withFilter(filters, name, span) })}
          />
        </Suspense>
      );
    case 'count':
    case 'money':
      return <NumberFilter {...props} />;
    case 'reference':
    case 'references':
      return fieldOf(resource, name).to === 'contexts' ? <ContextFilter {...props} /> : <ReferenceFilter {...props} />;
    default:
      return null;
  }
}
