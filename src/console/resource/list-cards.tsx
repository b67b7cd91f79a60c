import type { CrudFilter } from '@refinedev/core';
import { useKeys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Card as Box, Statistic } from 'antd';
import type { ReactNode } from 'react';
import type { Card, Resource } from '../../../resources/kit/resource.ts';
import type { CardFigure } from '../../shared/cards.ts';
import { formatCount } from '../../shared/format.ts';
import { Chart } from '../components/chart.tsx';
import { request } from '../http/client.ts';
import { filterQuery } from '../providers/data.ts';
import { shortDay } from '../providers/days.ts';
import { choiceFilter, textFilter, withFilter } from '../providers/view.ts';
import { FieldCell } from './field-cell.tsx';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

interface CardProps {
  resource: Resource;
  name: string;
  card: Card;
  control: ListControl;
}

/** Whether a list has one value of the field in its address, as a parameter or a switch has. */
const isSingle = ({ list, fields }: Resource, by: string) => list.params?.includes(by) || fields[by]?.kind === 'toggle';

/** The figures of the list's rows, whatever the filter by the card's own field; null after an error. */
function useFigures({ resource, name, card: { by }, control }: CardProps): readonly CardFigure[] | null | undefined {
  const { keys } = useKeys();
  const { filters } = control.view;
  const known = [...(resource.list.filters ?? []), 'search', 'contextId'];
  const taken = filters.filter((one: CrudFilter) => 'field' in one && one.field !== by && known.includes(one.field));
  const query = filterQuery(taken);
  if (control.contextId) query.contextId = control.contextId;
  const { data, isError } = useQuery({
    // Below the keys of the resource, so that what refreshes its list refreshes its cards.
    queryKey: [...keys().data().resource(resource.name).get(), 'cards', name, query],
    queryFn: ({ signal }) => request<{ data: CardFigure[] }>(`${resource.api}/cards/${name}`, { query, signal }),
    placeholderData: (before) => before,
    refetchInterval: resource.list.pollMs,
  });
  return data?.data ?? (isError ? null : undefined);
}

/** The unit of a card: a number of rows, or the field that is summed up. */
const figureOf = (resource: Resource, { of }: Card, figure: number): ReactNode =>
  of ? <FieldCell resource={resource} name={of} value={figure} /> : formatCount(figure);

/** A figure per value. A click on one filters the list by it; another click removes the filter. */
export function FigureTiles(props: {
  resource: Resource;
  by: string;
  label: string;
  figures: readonly CardFigure[] | null | undefined;
  chosen: readonly string[];
  choose: (value?: string) => void;
  format?: (figure: number) => ReactNode;
}) {
  const { resource, by, label, figures, chosen, choose, format = formatCount } = props;
  const field = resource.fields[by];
  const values = field?.options ?? ['true', 'false'];
  return (
    <div className="tiles" role="group" aria-label={label}>
      {values.map((value) => {
        const figure = figures?.find((one) => one.value === value)?.figure;
        const isChosen = chosen.includes(value);
        return (
          <Button
            key={value}
            block
            className="line-button"
            aria-pressed={isChosen}
            type={isChosen ? 'primary' : 'default'}
            ghost={isChosen}
            onClick={() => choose(isChosen ? undefined : value)}
          >
            <Statistic
              title={
                <FieldCell resource={resource} name={by} value={field?.kind === 'toggle' ? value === 'true' : value} />
              }
              value={figure}
              loading={figures === undefined}
              formatter={() => (figure === undefined ? '–' : format(figure))}
            />
          </Button>
        );
      })}
    </div>
  );
}

function ValueCard(props: CardProps & { label: string }) {
  const { resource, card, control, label } = props;
  const { by } = card;
  const { filters } = control.view;
  const isOne = isSingle(resource, by);
  const one = textFilter(filters, by);
  return (
    <FigureTiles
      resource={resource}
      by={by}
      label={label}
      figures={useFigures(props)}
      chosen={isOne ? (one ? [one] : []) : choiceFilter(filters, by)}
      choose={(value) =>
        control.change({ filters: withFilter(filters, by, isOne ? { eq: value } : { in: value ? [value] : [] }) })
      }
      format={(figure) => figureOf(resource, card, figure)}
    />
  );
}

const CHART_HEIGHT = 112;

function DayCard(props: CardProps & { label: string }) {
  const { resource, card, label } = props;
  const figures = useFigures(props);
  const total = figures?.reduce((sum, { figure }) => sum + figure, 0);
  return (
    <Box className="page-part day-card" size="small">
      <Statistic
        title={label}
        value={total}
        loading={figures === undefined}
        formatter={() => (total === undefined ? '–' : figureOf(resource, card, total))}
      />
      <Chart
        kind="columns"
        label={label}
        rows={(figures ?? []).map(({ value, figure }) => ({ name: shortDay(value), values: [figure] }))}
        series={[{ name: label, tone: 'one' }]}
        height={CHART_HEIGHT}
      />
    </Box>
  );
}

/** The declared figures about the rows of a list. */
export function ListCards({ resource, control }: Pick<CardProps, 'resource' | 'control'>) {
  const texts = textsOf(resource);
  return Object.entries(resource.cards ?? {}).map(([name, card]) => {
    const own = { resource, name, card, control, label: texts.t(`cards.${name}`) };
    return card.days === undefined ? <ValueCard key={name} {...own} /> : <DayCard key={name} {...own} />;
  });
}
