import { type SQL, sql } from 'drizzle-orm';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { LabelCounts, Monitoring, Period } from '../../shared/insight.ts';
import { isoMoment } from '../db/iso-moment.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { pageScores } from '../knowledge/seo/page-scores.ts';
import { rowsIn } from '../resource/scope.ts';
import { daysOf, periodOf } from '../runtime/calendar.ts';
import { readResolution } from './resolution.ts';
import { type FigureQuery, rowsAsJson } from './scope.ts';

const MAX_WORST_PAGES = 5;

/** A day, a context (current period), or the whole previous period. */
interface SliceKey {
  slice: 'day' | 'context' | 'before';
  key: string;
}
interface LabelRow extends SliceKey {
  label: 'goal' | 'sentiment' | 'wantedHuman' | 'satisfied' | 'labelledBy';
  value: string;
  count: number;
}
interface FigureRow extends SliceKey {
  conversations: number;
  helped: number;
  shown: number;
  unanswered: number;
  up: number;
  down: number;
}
interface MonitoringData {
  labels: LabelRow[];
  figures: FigureRow[];
  contexts: { contextId: string; name: string }[];
  nextLabelsAt: string | null;
  refused: Monitoring['refused'];
  seo: Monitoring['seo'];
}

/** Rows do not grow with conversations. `from`: a roll-up `d` with its condition; `names`: more columns to group by. */
function sumsBySlice(period: Period, from: SQL, sums: SQL, names: readonly string[] = []): SQL {
  const isRunning = sql`d.day >= ${period.from}`;
  const grouping = sql.join(
    names.map((name) => sql`, ${sql.identifier(name)}`),
    sql``,
  );
  return sql`
    select case when grouping(by_day) = 1 then 'context' when by_day = '' then 'before' else 'day' end as slice,
      coalesce(by_day, by_context::text) as key ${grouping}, ${sums}
    from (select d.*, case when ${isRunning} then d.day else '' end as by_day,
        case when ${isRunning} then d.context_id end as by_context from ${from}) s
    group by grouping sets ((by_day ${grouping}), (by_context ${grouping}))
    having grouping(by_day) = 0 or by_context is not null`;
}

async function readData(
  db: Db,
  tenant: Tenant,
  { contextIds, types }: FigureQuery,
  period: Period,
): Promise<MonitoringData> {
  const of = (alias: string, column?: string) => rowsIn(alias, tenant, contextIds, column);
  const days = sql`${of('d')} and d.day >= ${period.before.from} and d.day <= ${period.to} and d.type in ${[...types]}`;
  const [row] = await readTenant<{ read: MonitoringData }>(
    db,
    tenant,
    sql`with newest as materialized (${pageScores(of('c'))})
    select json_build_object(
      'labels', ${rowsAsJson(
        sumsBySlice(period, sql`daily_labels d where ${days}`, sql`sum(count)::int as count`, ['label', 'value']),
      )},
      'figures', ${rowsAsJson(
        sumsBySlice(
          period,
          sql`daily_figures d where ${days}`,
          sql`sum(conversations)::int as conversations, sum(helped)::int as helped, sum(shown)::int as shown,
            sum(declined)::int as unanswered, sum(rated_up)::int as up, sum(rated_down)::int as down`,
        ),
      )},
      'contexts', ${rowsAsJson(sql`select c.id as "contextId", c.name from contexts c where ${of('c', 'id')} order by c.name`)},
      'nextLabelsAt', (select ${isoMoment(sql`min(j.run_at)`)} from jobs j
        join conversations c on c.account_id = j.account_id and c.id = j.subject_id
        where j.account_id = ${tenant.accountId}::uuid and j.kind = 'label' and ${of('c')} and c.type in ${[...types]}),
      'refused', ${rowsAsJson(sql`
        select n.limit, sum(u.used)::int as visitors
        from limit_notices n join usage_counters u on u.account_id = n.account_id and u.kind = 'unserved'
          and u.bucket = n.id::text and ${of('u')}
        where n.account_id = ${tenant.accountId}::uuid and n.level = 100
          and n.created_at >= (${period.from}::date)::timestamp at time zone ${BUSINESS_ZONE}
        group by 1 order by 2 desc, 1`)},
      'seo', (select json_build_object('pages', count(*)::int, 'score', round(avg(score), 1),
        'worst', ${rowsAsJson(sql`select content_id as "contentId", title, url, score from newest
          order by score, title limit ${MAX_WORST_PAGES}`)}) from newest)) as read`,
  );
  return row!.read;
}

type SliceRows = Pick<MonitoringData, 'labels' | 'figures'>;
const NO_ROWS: SliceRows = { labels: [], figures: [] };

function slicesOf({ labels, figures }: MonitoringData): (slice: SliceKey['slice'], key: string) => SliceRows {
  const nameOf = ({ slice, key }: SliceKey) => `${slice} ${key}`;
  const [byLabel, byFigure] = [Map.groupBy(labels, nameOf), Map.groupBy(figures, nameOf)];
  return (slice, key) => {
    const name = nameOf({ slice, key });
    return { labels: byLabel.get(name) ?? NO_ROWS.labels, figures: byFigure.get(name) ?? NO_ROWS.figures };
  };
}

function countsOf({ labels, figures }: SliceRows, withFeedback: boolean): LabelCounts {
  const of = (label: LabelRow['label'], value: string) =>
    labels.reduce((sum, row) => (row.label === label && row.value === value ? sum + row.count : sum), 0);
  const sum = (name: Exclude<keyof FigureRow, keyof SliceKey>) => figures.reduce((all, row) => all + row[name], 0);
  const [byModel, estimated] = [of('labelledBy', 'model'), of('labelledBy', 'classifier')];
  const yesNo = (label: 'wantedHuman' | 'satisfied') => ({ yes: of(label, 'true'), no: of(label, 'false') });
  return {
    goal: {
      praise: of('goal', 'praise'),
      information: of('goal', 'information'),
      complaint: of('goal', 'complaint'),
      other: of('goal', 'other'),
    },
    sentiment: {
      positive: of('sentiment', 'positive'),
      neutral: of('sentiment', 'neutral'),
      negative: of('sentiment', 'negative'),
    },
    wantedHuman: yesNo('wantedHuman'),
    satisfied: withFeedback ? yesNo('satisfied') : null,
    ratings: withFeedback ? { up: sum('up'), down: sum('down') } : null,
    conversations: sum('conversations'),
    helped: sum('helped'),
    shown: sum('shown'),
    unanswered: sum('unanswered'),
    labelled: byModel + estimated,
    estimated,
  };
}

/** None requested: all that the member may see. `withFeedback`: in the plan. */
export async function readMonitoring(
  db: Db,
  tenant: Tenant,
  query: FigureQuery & { days: number | 'today'; withFeedback: boolean },
): Promise<Monitoring> {
  const period = periodOf(query.days);
  const [all, resolution] = await Promise.all([
    readData(db, tenant, query, period),
    readResolution(db, tenant, query, period),
  ]);
  const slice = slicesOf(all);
  const counts = (...[of, key]: Parameters<typeof slice>) => countsOf(slice(of, key), query.withFeedback);
  const days = daysOf(period);
  const running: SliceRows = {
    labels: all.labels.filter((row) => row.slice === 'day'),
    figures: all.figures.filter((row) => row.slice === 'day'),
  };
  return {
    period,
    resolution,
    labels: countsOf(running, query.withFeedback),
    before: counts('before', ''),
    byDay: days.map((day) => ({ day, ...counts('day', day) })),
    byContext: all.contexts
      .map(({ contextId, name }) => ({ contextId, name, ...counts('context', contextId) }))
      .sort((a, b) => b.conversations - a.conversations),
    nextLabelsAt: all.nextLabelsAt,
    refused: all.refused,
    seo: { ...all.seo, score: all.seo.score === null ? null : Number(all.seo.score) },
  };
}
