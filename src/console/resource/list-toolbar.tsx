import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { ChoiceChip, RangeChip, SortChip } from './filter-chip.tsx';
import { SearchInput } from './search-input.tsx';
import type { ListViewControl } from './use-list-view.ts';
import { chosenFilters, fieldOf, isNarrowed, isSortable, rangeFilters, withoutFilters, type ListView } from './view.ts';
import type { Words } from './words.ts';
import { Button } from './button.tsx';
import './list-toolbar.css';

const PAUSE_MS = 300;

/**
 * A search that asks once the typing pauses. The first pause is a step of history; going on typing changes that step,
 * so that one step back undoes the whole search.
 */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string;
  label: string;
  onSearch: (search: string, isSameStep: boolean) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const isTyping = useRef(false);
  const tell = useRef(onSearch);
  useEffect(() => {
    tell.current = onSearch;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    isTyping.current = false;
    setText(value);
  }, [value]);
  const send = (typed: string) => {
    const search = typed.trim();
    if (search === sent.current) return;
    sent.current = search;
    tell.current(search, isTyping.current);
    isTyping.current = true;
  };
  useEffect(() => {
    const timer = setTimeout(() => send(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      label={label}
      value={text}
      onChange={setText}
      onEnter={() => send(text)}
      onBlur={() => (isTyping.current = false)}
    />
  );
}

function sortOptions(resource: Resource, words: Words, t: TFunction) {
  const names = (resource.list.columns as readonly string[]).filter((name) => isSortable(resource, name));
  return names.flatMap((name) => {
    const { kind } = fieldOf(resource, name);
    const orders =
      kind === 'moment'
        ? ['newest', 'oldest']
        : kind === 'count' || kind === 'money'
          ? ['most', 'least']
          : ['az', 'za'];
    const [first, second] =
      kind === 'moment' || kind === 'count' || kind === 'money' ? [`-${name}`, name] : [name, `-${name}`];
    const label = (order: string | undefined) => t(`resource.orders.${order}`, { field: words.field(name) });
    return [
      { value: first, label: label(orders[0]) },
      { value: second, label: label(orders[1]) },
    ];
  });
}

/** Search, filters by the kind of their fields and, on a phone, the order; `children` are a screen's own switches. */
export function ListToolbar(props: {
  resource: Resource;
  words: Words;
  control: ListViewControl;
  children?: ReactNode;
}) {
  const { resource, words, control } = props;
  const { view, change } = control;
  const { t } = useTranslation();
  const choose = (name: string, values: string[]) => {
    const { [name]: _, ...others } = view.chosen;
    change({ chosen: values.length > 0 ? { ...others, [name]: values } : others });
  };
  const span = (name: string, range: ListView['ranges'][string]) => {
    const { [name]: _, ...others } = view.ranges;
    change({ ranges: (range.from ?? range.to) ? { ...others, [name]: range } : others });
  };
  const orders = sortOptions(resource, words, t);
  return (
    <div className="toolbar" role="search">
      {resource.list.search && (
        <SearchBox
          value={view.search}
          label={words.say('search')}
          onSearch={(search, isSameStep) => change({ search }, { replace: isSameStep })}
        />
      )}
      <div className="toolbar-chips">
        {(resource.list.filters ?? []).map((name) =>
          rangeFilters(resource).includes(name) ? (
            <RangeChip
              key={name}
              label={words.filter(name)}
              range={view.ranges[name]}
              onChange={(range) => span(name, range)}
            />
          ) : chosenFilters(resource).includes(name) ? (
            <ChoiceChip
              key={name}
              resource={resource}
              name={name}
              words={words}
              chosen={view.chosen[name] ?? []}
              onChange={(values) => choose(name, values)}
            />
          ) : null,
        )}
        {orders.length > 0 && (
          <span className="phone-only">
            <SortChip sort={view.sort} options={orders} onChange={(sort) => change({ sort })} />
          </span>
        )}
        {props.children}
        {isNarrowed(view) && (
          <Button type="text" size="small" onClick={() => change(withoutFilters(view))}>
            {t('resource.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}
