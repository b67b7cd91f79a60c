import { sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { Attendance, CallFigures, Period } from '../../shared/insight.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { rowsIn } from '../resource/scope.ts';
import { addDays, daysOf } from '../runtime/calendar.ts';
import { type FigureQuery, rowsAsJson } from './scope.ts';

type Sums = CallFigures & { slice: 'all' | 'before' | 'day' | 'hour'; key: string };

interface AttendanceData {
  isUsed: boolean;
  waiting: number;
  sums: Sums[];
}

const NONE: CallFigures = { called: 0, joined: 0, taken: 0, missed: 0, firstWordSeconds: null };

/**
 * What visitors' calls for a person came to, for the requested contexts (none: all that the member may see): each call
 * counts on the day and at the hour when it came. Null if nobody can be called and nobody ever was.
 */
export async function readAttendance(
  db: Db,
  tenant: Tenant,
  { contextIds, types }: FigureQuery,
  period: Period,
): Promise<Attendance | null> {
  const of = (alias: string, column?: string) => rowsIn(alias, tenant, contextIds, column);
  const moment = (day: string) => sql`(${day}::date)::timestamp at time zone ${BUSINESS_ZONE}`;
  const isCounted = sql`exists (select from conversations c where c.account_id = h.account_id
    and c.id = h.conversation_id and c.type in ${[...types]})`;
  const [row] = await readTenant<AttendanceData>(
    db,
    tenant,
    sql`with calls as (
        select h.reason <> 'opened' as is_call, h.state, h.taken_at is not null as was_taken,
          extract(epoch from h.first_reply_at - h.requested_at) as seconds,
          to_char(h.requested_at at time zone ${BUSINESS_ZONE}, 'YYYY-MM-DD') as day,
          extract(hour from h.requested_at at time zone ${BUSINESS_ZONE})::int::text as hour
        from handovers h where ${of('h')} and ${isCounted}
          and h.requested_at >= ${moment(period.before.from)} and h.requested_at < ${moment(addDays(period.to, 1))}),
      slices as (
        select c.*, s.slice, s.key from calls c cross join lateral (
          values ('before', '') , ('all', ''), ('day', c.day), ('hour', c.hour)) s(slice, key)
        where (s.slice = 'before') = (c.day < ${period.from}))
      select (select count(*)::int from handovers h where ${of('h')} and ${isCounted} and h.state = 'waiting') as waiting,
        exists (select from handovers h where ${of('h')})
          or exists (select from contexts x where ${of('x', 'id')} and (x.handover->>'isOn')::boolean) as "isUsed",
        ${rowsAsJson(sql`select slice, key, count(*) filter (where is_call)::int as called,
          count(*) filter (where not is_call)::int as joined,
          count(*) filter (where is_call and was_taken)::int as taken,
          count(*) filter (where state = 'missed')::int as missed,
          round(percentile_cont(0.5) within group (order by seconds) filter (where is_call))::int as "firstWordSeconds"
          from slices group by 1, 2`)} as sums`,
  );
  const { isUsed, waiting, sums } = row!;
  if (!isUsed) return null;
  const at = (slice: Sums['slice'], key = ''): CallFigures => {
    const {
      slice: _,
      key: __,
      ...figures
    } = sums.find((one) => one.slice === slice && one.key === key) ?? {
      ...{ slice, key },
      ...NONE,
    };
    return figures;
  };
  return {
    waiting,
    figures: at('all'),
    before: at('before'),
    byDay: daysOf(period).map((day) => ({ day, ...at('day', day) })),
    byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...at('hour', String(hour)) })),
  };
}
