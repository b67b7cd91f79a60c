import { sql } from 'drizzle-orm';
import { type ChatType, VISITOR_TYPES } from '../../shared/chat-types.ts';
import type { Dashboard, Figures, Period } from '../../shared/insight.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { rowsIn } from '../resource/scope.ts';
import { addDays, daysOf, periodOf } from '../runtime/calendar.ts';
import { readAttendance } from './attendance.ts';
import { type FigureQuery, isFailed, rowsAsJson } from './scope.ts';

/** Its widget was loaded or it answered a visitor within this. */
const ACTIVE_DAYS = 30;

interface DayRow extends Figures {
  contextId: string;
  day: string;
  type: ChatType;
}
interface DashboardData {
  rows: DayRow[];
  contexts: { contextId: string; name: string; isActive: boolean }[];
  contents: { status: 'done' | 'pending' | 'working' | 'error'; count: number }[];
  failed: number;
  people: { status: string; count: number }[];
  links: number;
  hasConversations: boolean;
}

const NO_FIGURES: Figures = { conversations: 0, interactions: 0, helped: 0, shown: 0, declined: 0, credits: 0 };

const add = (sum: Figures, { conversations, interactions, helped, shown, declined, credits }: Figures): Figures => ({
  conversations: sum.conversations + conversations,
  interactions: sum.interactions + interactions,
  helped: sum.helped + helped,
  shown: sum.shown + shown,
  declined: sum.declined + declined,
  credits: sum.credits + credits,
});

/** In thousandths, and only then converted, to avoid rounding errors. */
function sumOf(rows: readonly DayRow[]): Figures {
  const sum = rows.reduce(add, NO_FIGURES);
  return { ...sum, credits: sum.credits / 1_000 };
}

const inPeriod = (rows: readonly DayRow[], { from, to }: { from: string; to: string }) =>
  rows.filter(({ day }) => day >= from && day <= to);

async function readData(
  db: Db,
  tenant: Tenant,
  { contextIds, types }: FigureQuery,
  period: Period,
): Promise<DashboardData> {
  const of = (alias: string, column?: string) => rowsIn(alias, tenant, contextIds, column);
  const since = addDays(period.to, 1 - ACTIVE_DAYS);
  // Yesterday's figures are always shown, even if the period does not include them.
  const from = period.before.from < addDays(period.to, -1) ? period.before.from : addDays(period.to, -1);
  const [row] = await readTenant<{ read: DashboardData }>(
    db,
    tenant,
    sql`select json_build_object(
      'rows', ${rowsAsJson(sql`
        select f.context_id as "contextId", f.day, f.type, sum(f.conversations)::int as conversations,
          sum(f.interactions)::int as interactions, sum(f.helped)::int as helped, sum(f.shown)::int as shown,
          sum(f.declined)::int as declined, sum(f.credits)::int as credits
        from daily_figures f where ${of('f')} and f.day >= ${from} and f.day <= ${period.to} and f.type in ${[...types]}
        group by 1, 2, 3`)},
      'contexts', ${rowsAsJson(sql`
        select c.id as "contextId", c.name, coalesce(c.widget_seen_at > now() - make_interval(days => ${ACTIVE_DAYS}), false)
          or exists (select from daily_figures f where f.account_id = c.account_id and f.context_id = c.id
            and f.day >= ${since} and f.type in ${VISITOR_TYPES} and f.interactions > f.declined) as "isActive"
        from contexts c where ${of('c', 'id')} order by c.name`)},
      'contents', ${rowsAsJson(sql`
        select c.status, count(*)::int as count from contents c where ${of('c')} and c.type <> 'SITEMAP' group by 1`)},
      'failed', (select count(*)::int from contents c where ${of('c')} and ${isFailed}),
      'people', ${rowsAsJson(sql`
        select u.status, count(*)::int as count from users u
        where u.account_id = ${tenant.accountId}::uuid and u.role <> 'OWNER' group by 1`)},
      'links', (select count(*)::int from hyperlinks h where ${of('h')}),
      'hasConversations', exists (select from daily_figures f where ${of('f')} and f.interactions > 0)) as read`,
  );
  return row!.read;
}

const withBefore = (rows: readonly DayRow[], period: Period) => ({
  ...sumOf(inPeriod(rows, period)),
  before: sumOf(inPeriod(rows, period.before)).interactions,
});

function byContext({ contexts, rows }: DashboardData, period: Period): Dashboard['byContext'] {
  const summed = contexts.map(({ contextId, name }) => {
    const own = rows.filter((row) => row.contextId === contextId);
    return { contextId, name, ...withBefore(own, period) };
  });
  return summed.sort((a, b) => b.interactions - a.interactions || a.name.localeCompare(b.name, 'pt-BR'));
}

/** None requested: all that the member may see. `seesPeople`: the member may see invitations. */
export async function readDashboard(
  db: Db,
  tenant: Tenant,
  query: FigureQuery & { days: number | 'today'; seesPeople: boolean },
): Promise<Dashboard> {
  const period = periodOf(query.days);
  const [all, attendance] = await Promise.all([
    readData(db, tenant, query, period),
    readAttendance(db, tenant, query, period),
  ]);
  const { rows, contexts, contents, failed, people, links, hasConversations } = all;
  const ofDay = Map.groupBy(rows, ({ day }) => day);
  const on = (day: string) => sumOf(ofDay.get(day) ?? []);
  const active = contexts.filter(({ isActive }) => isActive).length;
  const inState = (state: string) => contents.find(({ status }) => status === state)?.count ?? 0;
  const invited = (state: string) => people.find(({ status }) => status === state)?.count ?? 0;
  return {
    period,
    counts: {
      contexts: { active, pending: contexts.length - active },
      invitations: query.seesPeople
        ? { pending: invited('PENDING'), expired: invited('EXPIRED'), accepted: invited('ACTIVE') }
        : null,
      links,
      contents: {
        done: inState('done'),
        pending: inState('pending'),
        working: inState('working'),
        error: inState('error'),
        failed,
      },
    },
    today: on(period.to),
    yesterday: on(addDays(period.to, -1)),
    figures: sumOf(inPeriod(rows, period)),
    before: sumOf(inPeriod(rows, period.before)),
    byDay: daysOf(period).map((day) => ({ day, ...on(day), before: on(addDays(day, -period.days)).interactions })),
    byContext: byContext(all, period),
    byChannel: query.types.map((type) => {
      const own = rows.filter((row) => row.type === type);
      return { type, ...withBefore(own, period) };
    }),
    attendance,
    isEmpty: !hasConversations,
  };
}
