import { Button, Grid, Select } from 'antd';
import Input from 'antd/es/input/Input';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { kindOf } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import { Icon } from '../components/icon.tsx';
import { useDebounced } from '../components/use-debounced.ts';
import { t } from '../providers/i18n.ts';
import {
  drawnFilters,
  fieldOf,
  isNarrowed,
  sortableFields,
  sortersOf,
  textFilter,
  withFilter,
  withoutFilters,
} from '../providers/view.ts';
import { drawnKindOf } from './drawn-kinds.ts';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';
import './resource.css';

const PAUSE_MS = 300;

/** A search input. Calls `onSearch` when the user pauses typing or presses Enter. */
export function SearchBox(props: { value: string; label: string; onSearch: (text: string) => void }) {
  const { value, label, onSearch } = props;
  const [text, setText] = useState(value);
  const paused = useDebounced(text.trim(), PAUSE_MS);
  const sent = useRef(value);
  const send = (search: string) => {
    if (search === sent.current) return;
    sent.current = search;
    onSearch(search);
  };
  const sendPaused = useEffectEvent(() => send(paused));
  useEffect(() => sendPaused(), [paused]);
  // Back, Forward and the button that clears the filters change the value from outside.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <Input
      className="list-search"
      type="search"
      allowClear
      prefix={<Icon name="search" />}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={() => send(text.trim())}
    />
  );
}

/** The names of the two orders, the usual one first. */
const ORDERS = { text: ['az', 'za'], time: ['newest', 'oldest'], amount: ['most', 'least'] } as const;

function sortOptions(resource: Resource) {
  return sortableFields(resource).flatMap((name) => {
    const { order: by = 'text' } = kindOf(fieldOf(resource, name));
    return ORDERS[by].map((order, at) => ({
      value: (by === 'text') === (at === 0) ? name : `-${name}`,
      label: t(`resource.orders.${order}`, { field: textsOf(resource).field(name) }),
    }));
  });
}

/** A select for the sort order, on phones, where tables have no header. */
function SortSelect({ resource, control }: Pick<ToolbarProps, 'resource' | 'control'>) {
  const isPhone = Grid.useBreakpoint().md === false;
  const options = sortOptions(resource);
  if (!isPhone || resource.list.columns.length === 0 || options.length === 0) return null;
  const [sorter] = control.view.sorters;
  return (
    <Select<string>
      className="list-filter"
      aria-label={t('resource.order')}
      placeholder={t('resource.order')}
      popupMatchSelectWidth={false}
      options={options}
      value={sorter && `${sorter.order === 'desc' ? '-' : ''}${sorter.field}`}
      onChange={(sort) => control.change({ sorters: sortersOf(sort) })}
    />
  );
}

interface ToolbarProps {
  resource: Resource;
  control: Pick<ListControl, 'view' | 'change'>;
  /** Rendered before the filters. */
  views?: ReactNode;
  children?: ReactNode;
}

/** The search, the filters and, on phones, the sort order. `children` are additional controls. */
export function ListToolbar({ resource, control, views, children }: ToolbarProps) {
  const { view, change } = control;
  const filters = drawnFilters(resource);
  const search = textFilter(view.filters, 'search') ?? '';
  return (
    <div className="list-toolbar" role={resource.list.search || filters.length > 0 ? 'search' : undefined}>
      {resource.list.search && (
        <SearchBox
          value={search}
          label={textsOf(resource).t('search')}
          onSearch={(text) => change({ filters: withFilter(view.filters, 'search', { eq: text }) })}
        />
      )}
      <div className="list-filters">
        {views}
        {filters.map((name) => {
          const { Filter } = drawnKindOf(fieldOf(resource, name));
          return Filter && <Filter key={name} resource={resource} name={name} control={control} />;
        })}
        <SortSelect resource={resource} control={control} />
        {children}
        {isNarrowed(resource, view) && (
          <Button type="text" size="small" onClick={() => change({ filters: withoutFilters(resource, view) })}>
            {t('resource.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}
