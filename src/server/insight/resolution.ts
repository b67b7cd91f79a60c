import { type SQL, sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { Period, Resolution } from '../../shared/insight.ts';
import { helped } from '../db/exchange-outcomes.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { rowsIn } from '../resource/scope.ts';
import { type FigureQuery } from './scope.ts';

/** A visitor who asks the same again within this was not helped the first time. */
const AGAIN_HOURS = 72;

/** Equal for a question asked again, whatever its case and punctuation. */
export const questionKey = sql`md5(btrim(lower(regexp_replace(coalesce(m.searched, m.question), '[^[:alnum:]]+', ' ', 'g'))))`;
/** The same in all conversations of a visitor, but not what the server knows the visitor by. */
export const visitorKey = (alias: string): SQL => {
  const of = (column: string) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`;
  return sql`md5(coalesce(${of('visitor_hash')}, ${of('id')}::text))`;
};
export const calledPerson = (alias: string): SQL => sql`exists (select from handovers h
  where h.account_id = ${sql.identifier(alias)}.account_id and h.conversation_id = ${sql.identifier(alias)}.id)`;

/**
 * Returns how many conversations that began in the period were resolved, and why others were not: each counts with the first
 * of its reasons. `docs/resolution.mjs` computes the same from the exported conversations. `withFeedback`: ratings are
 * in the plan; otherwise they do not count.
 */
export async function readResolution(
  db: Db,
  tenant: Tenant,
  { contextIds, types, withFeedback }: FigureQuery & { withFeedback: boolean },
  period: Period,
): Promise<Resolution> {
  const startOf = (day: string) => sql`${day}::date::timestamp at time zone ${BUSINESS_ZONE}`;
  const isHelped = withFeedback ? helped('m') : sql`(m.outcome = 'answered' or m.chosen_content_id is not null)`;
  const [row] = await readTenant<{ read: Resolution }>(
    db,
    tenant,
    sql`with asked as (
      select c.id, c.wanted_human is true or ${calledPerson('c')} as person, ${isHelped} as helped,
        ${withFeedback ? sql`m.rating is not distinct from 'down'` : sql`false`} as down,
        coalesce(lead(m.created_at) over (partition by ${visitorKey('c')}, ${questionKey} order by m.created_at, m.id)
          <= m.created_at + make_interval(hours => ${AGAIN_HOURS}), false) as again
      from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
      where ${rowsIn('c', tenant, contextIds)} and c.type in ${[...types]}
        and c.started_at >= ${startOf(period.from)} and c.started_at < ${startOf(period.to)} + interval '1 day'
        and m.outcome in ('answered', 'shown', 'suggested', 'unknown')),
    judged as (
      select case when bool_or(person) then 'person' when bool_or(down) then 'down' when bool_or(again) then 'again'
        when bool_or(not helped) then 'unanswered' else 'resolved' end as result
      from asked group by id)
    select json_build_object(
      'resolved', count(*) filter (where result = 'resolved')::int,
      'person', count(*) filter (where result = 'person')::int,
      'down', count(*) filter (where result = 'down')::int,
      'again', count(*) filter (where result = 'again')::int,
      'unanswered', count(*) filter (where result = 'unanswered')::int) as read
    from judged`,
  );
  return row!.read;
}
