import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../resources/kit/resource.ts';
import { usePlaced } from '../layout/place.ts';
import { usePopup } from '../layout/popup.ts';
import { Button } from './button.tsx';
import { CheckLine } from './check.tsx';
import { writtenDay } from './days.ts';
import { Icon, type IconName } from './icon.tsx';
import { Skeleton } from './skeleton.tsx';
import { filterValues, type Range } from './view.ts';
import type { Words } from './words.ts';

const FIRST = 'input:checked, input, button';

/** A button that says its filter and what is chosen; opening it shows the choices, its cross clears them. */
export function Chip(props: {
  label: string;
  /** What is chosen; nothing: the filter hides no row. */
  chosen?: string;
  icon?: IconName;
  clear?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const { isOpen, setIsOpen, close, frame, button } = usePopup();
  return (
    <div ref={frame} className="chip-frame">
      <span className={props.chosen ? 'chip chip-on' : 'chip'}>
        <button
          ref={button}
          type="button"
          className="chip-button"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(!isOpen)}
        >
          {props.icon && <Icon name={props.icon} size={14} />}
          {props.label}
          {props.chosen && <strong>{props.chosen}</strong>}
          {!props.chosen && <Icon name="chevronDown" size={14} />}
        </button>
        {props.chosen && props.clear && (
          <button
            type="button"
            className="chip-clear"
            onClick={props.clear}
            aria-label={t('resource.clearFilter', { filter: props.label })}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </span>
      {isOpen && (
        <ChipPanel label={props.label} boxOf={() => frame.current?.getBoundingClientRect()}>
          {props.children(close)}
        </ChipPanel>
      )}
    </div>
  );
}

/** What a chip opens. Who opened it is taken into it; the page is not to follow to where it stands. */
function ChipPanel(props: { label: string; boxOf: () => DOMRect | undefined; children: ReactNode }) {
  const panel = usePlaced<HTMLDivElement>(props.boxOf, 'bottom');
  useEffect(() => {
    const { current } = panel;
    (current?.querySelector<HTMLElement>(FIRST) ?? current)?.focus({ preventScroll: true });
  }, [panel]);
  return (
    <div ref={panel} className="popup chip-panel" role="dialog" aria-label={props.label} tabIndex={-1}>
      {props.children}
    </div>
  );
}

/** Filter of a choice or a toggle: any of several values. */
export function ChoiceChip(props: {
  resource: Resource;
  name: string;
  words: Words;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const { resource, name, words, chosen, onChange } = props;
  const values = filterValues(resource, name);
  const written = chosen.map((value) => words.option(name, value));
  const [first, ...others] = written;
  return (
    <Chip
      label={words.field(name)}
      chosen={written.length > 2 ? `${first} +${others.length}` : written.join(', ')}
      clear={() => onChange([])}
    >
      {() => (
        <div className="chip-choices" role="group" aria-label={words.field(name)}>
          {values.map((value) => (
            <CheckLine
              key={value}
              label={words.option(name, value)}
              checked={chosen.includes(value)}
              onChange={(isChosen) =>
                onChange(values.filter((one) => (one === value ? isChosen : chosen.includes(one))))
              }
            />
          ))}
        </div>
      )}
    </Chip>
  );
}

const RangePanel = lazy(() => import('./range-panel.tsx'));

/** Filter of a moment: a span of days. */
export function RangeChip(props: { label: string; range: Range | undefined; onChange: (range: Range) => void }) {
  const { t } = useTranslation();
  const { from, to } = props.range ?? {};
  const written =
    from && to
      ? from === to
        ? writtenDay(from)
        : t('resource.range.span', { from: writtenDay(from), to: writtenDay(to) })
      : from
        ? t('resource.range.from', { day: writtenDay(from) })
        : to
          ? t('resource.range.to', { day: writtenDay(to) })
          : undefined;
  return (
    <Chip label={props.label} icon="calendar" chosen={written} clear={() => props.onChange({})}>
      {(close) => (
        <Suspense fallback={<Skeleton rows={4} className="range-wait" />}>
          <RangePanel
            range={props.range ?? {}}
            onChange={(range) => {
              props.onChange(range);
              close();
            }}
          />
        </Suspense>
      )}
    </Chip>
  );
}

/** The order of the rows, for screens too narrow for the table's head. */
export function SortChip(props: {
  sort: string;
  options: readonly { value: string; label: string }[];
  onChange: (sort: string) => void;
}) {
  const { t } = useTranslation();
  const chosen = props.options.find(({ value }) => value === props.sort);
  return (
    <Chip label={chosen?.label ?? t('resource.order')} icon="sort">
      {(close) => (
        <div className="chip-orders" role="group" aria-label={t('resource.order')}>
          {props.options.map(({ value, label }) => (
            <Button
              key={value}
              type="text"
              aria-pressed={value === props.sort}
              onClick={() => {
                props.onChange(value);
                close();
              }}
            >
              {label}
              {value === props.sort && <Icon name="check" />}
            </Button>
          ))}
        </div>
      )}
    </Chip>
  );
}
