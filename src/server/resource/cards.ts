import { type SQL, sql } from 'drizzle-orm';
import type { Field } from '../../../resources/kit/field.ts';
import type { Card } from '../../../resources/kit/resource.ts';
import type { CardFigure } from '../../shared/cards.ts';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { Db } from '../db/tenant.ts';
import type { ListQuery } from './list-query.ts';
import { listCondition, readRows } from './query.ts';
import type { TenantRows } from './source.ts';

const today = sql`(now() at time zone ${BUSINESS_ZONE})::date`;

interface Counted {
  value: string;
  figure: string;
}

/** Every value of a choice, in its order. */
async function byValue(read: (query: SQL) => Promise<Counted[]>, field: Field, [by, from, measure]: [SQL, SQL, SQL]) {
  const rows = await read(sql`select ${by}::text as value, ${measure} as figure ${from} group by 1`);
  const figures = new Map(rows.map(({ value, figure }) => [value, Number(figure)]));
  const values = field.options ?? ['true', 'false'];
  return values.map((value) => ({ value, figure: figures.get(value) ?? 0 }));
}

/** Every day of the last `days`, in the business's time zone. */
async function byDay(
  read: (query: SQL) => Promise<Counted[]>,
  { kind }: Field,
  days: number,
  [by, from, measure]: [SQL, SQL, SQL],
) {
  const first = sql`(${today} - ${days - 1}::int)`;
  const isDate = kind === 'date';
  const day = isDate ? by : sql`(${by} at time zone ${BUSINESS_ZONE})::date`;
  const since = isDate ? first : sql`${first}::timestamp at time zone ${BUSINESS_ZONE}`;
  const rows = await read(sql`
    with found as (select ${day} as day, ${measure} as figure ${from} and ${by} >= ${since} group by 1)
    select to_char(d, 'YYYY-MM-DD') as value, coalesce(found.figure, 0) as figure
    from generate_series(${first}::timestamp, ${today}::timestamp, interval '1 day') d left join found on found.day = d::date
    order by 1`);
  return rows.map(({ value, figure }) => ({ value, figure: Number(figure) }));
}

/** Returns the figures of a card, of the rows that the caller's list has with these filters. */
export function readCard(
  db: Db,
  source: TenantRows,
  { by, measure, of = by, days }: Card,
  query: ListQuery,
): Promise<CardFigure[]> {
  const read = (statement: SQL) => readRows<Counted>(db, source, statement);
  const column = (name: string) => sql`${source.fields[name]}`;
  const where = listCondition(source, query);
  const parts: [SQL, SQL, SQL] = [
    column(by),
    sql`from ${source.table} where ${where}`,
    measure === 'count' ? sql`count(*)` : sql`coalesce(sum(${column(of)}), 0)`,
  ];
  const field = source.resource.fields[by] as Field;
  return days === undefined ? byValue(read, field, parts) : byDay(read, field, days, parts);
}
