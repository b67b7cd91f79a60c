import { sql } from 'drizzle-orm';
import { VISITOR_TYPES } from '../../../shared/chat-types.ts';
import { BUSINESS_ZONE } from '../../../shared/constants.ts';
import type { Figures } from '../../../shared/insight.ts';
import { missed } from '../../db/exchange-outcomes.ts';
import { type Db, readTenant, type Tenant } from '../../db/tenant.ts';
import { rowsAsJson } from '../scope.ts';
import type { Week } from './week.ts';

const MAX_LISTED = 5;
const OLD_DAYS = 180;

export interface WeekData {
  now: Figures;
  before: Figures;
  gaps: { id: string; question: string; count: number }[];
  /** `failed`: pages whose last sync failed. `vanished`: gone from their site. */
  failed: { id: string; title: string }[];
  vanished: { id: string; title: string }[];
  old: number;
}

/** One query, widget conversations only. */
export async function readWeek(db: Db, owner: Tenant, { from, to, before }: Week): Promise<WeekData> {
  const own = (alias: string) => sql`${sql.identifier(alias)}.account_id = ${owner.accountId}::uuid`;
  const sums = (since: string, until: string) => sql`(
    select json_build_object('conversations', coalesce(sum(f.conversations), 0)::int,
      'interactions', coalesce(sum(f.interactions), 0)::int,
      'helped', coalesce(sum(f.helped), 0)::int, 'shown', coalesce(sum(f.shown), 0)::int,
      'declined', coalesce(sum(f.declined), 0)::int,
      'credits', coalesce(sum(f.credits), 0) / 1000.0::float8)
    from daily_figures f where ${own('f')} and f.day >= ${since} and f.day <= ${until} and f.type in ${VISITOR_TYPES})`;
  const moment = (day: string) => sql`(${day}::date)::timestamp at time zone ${BUSINESS_ZONE}`;
  const stale = (what: string) =>
    rowsAsJson(sql`
    select c.id, c.title from contents c where ${own('c')} and c.enabled and c.${sql.identifier(what)} is not null
    order by c.updated_at desc, c.id limit ${MAX_LISTED}`);
  const [row] = await readTenant<WeekData>(
    db,
    owner,
    sql`select ${sums(from, to)} as now, ${sums(before.from, before.to)} as before,
      ${rowsAsJson(sql`
        select g.theme_id as id, (array_agg(m.question order by m.created_at desc))[1] as question, count(*)::int as count
        from knowledge_gaps g join messages m on m.account_id = g.account_id and m.gap_id = g.id
          and m.gap_id is not null and ${missed('m')}
        where ${own('g')} and g.state = 'open' and m.created_at >= ${moment(from)}
          and m.created_at < ${moment(to)} + interval '1 day'
        group by 1 order by 3 desc, max(m.created_at) desc, 1 limit ${MAX_LISTED}`)} as gaps,
      ${stale('sync_failure')} as failed, ${stale('vanished_at')} as vanished,
      (select count(*)::int from contents c where ${own('c')} and c.enabled and c.type in ('FAQ', 'FILE')
        and c.updated_at < now() - make_interval(days => ${OLD_DAYS})) as old`,
  );
  return row!;
}
