import { Select, type SelectProps, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { Resource } from '../../../resources/kit/resource.ts';
import { DROPDOWN_MAX_HEIGHT } from '../../shared/constants.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import type { ResourceTexts } from './texts.ts';
import type { ListControl } from './use-list-table.ts';
import { choiceFilter, fieldOf, filterValues, isContext, textFilter, withFilter } from './view.ts';

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

/** The filter of a field that names a context; nothing for users who see only one. */
function ContextFilter({ name, texts, control }: FilterProps) {
  const { contexts } = useCurrentContext();
  const { filters } = control.view;
  if (contexts.length < 2) return null;
  const chosen = choiceFilter(filters, name);
  const label = texts.filter(name);
  const [first, ...others] = contexts.filter(({ id }) => chosen.includes(id));
  return (
    <Select<string[]>
      {...SELECT_PROPS}
      placeholder={label}
      aria-label={label}
      options={contexts.map((context) => ({ value: context.id, label: context.name }))}
      mode="multiple"
      optionFilterProp="label"
      value={chosen}
      maxTagCount={0}
      maxTagPlaceholder={others.length > 0 ? `${first?.name} +${others.length}` : first?.name}
      onChange={(values) => control.change({ filters: withFilter(filters, name, { in: values }) })}
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

/** Shows the filter for the kind of a field; nothing for references to other resources than contexts. */
export function ListFilter(props: FilterProps) {
  const { resource, name, texts, control } = props;
  const { filters } = control.view;
  switch (fieldOf(resource, name).kind) {
    case 'choice':
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
    case 'reference':
      return isContext(fieldOf(resource, name)) ? <ContextFilter {...props} /> : null;
    default:
      return null;
  }
}
