import { type SQL, sql } from 'drizzle-orm';
import type { LabelCounts, Monitoring } from '../../shared/insight.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { pageScores } from '../knowledge/seo/page-scores.ts';
import { daysOf, type Period, periodOf } from '../runtime/calendar.ts';
import { type Asked, rowsAsJson, visible } from './scope.ts';

/** Pages named as the worst. */
const WORST = 5;

/** Sums of one slice: of a day, of a context (the running period), or of the whole period before. */
interface SliceOf {
  slice: 'day' | 'context' | 'before';
  key: string;
}
interface LabelRow extends SliceOf {
  label: 'goal' | 'sentiment' | 'wantedHuman' | 'satisfied' | 'labelledBy';
  value: string;
  count: number;
}
interface FigureRow extends SliceOf {
  conversations: number;
  helped: number;
  unanswered: number;
  up: number;
  down: number;
}
interface Read {
  labels: LabelRow[];
  figures: FigureRow[];
  contexts: { contextId: string; name: string }[];
  seo: { pages: number; score: number | null; worst: Monitoring['seo']['worst'] };
}

/**
 * Sums by day, by context, and over the whole period before, in one pass: few rows, however long the period.
 * @param from a table `d` of the roll-up, and which of its rows
 * @param names what the sums are told apart by besides
 */
function sliced(period: Period, from: SQL, sums: SQL, names: readonly string[] = []): SQL {
  const isRunning = sql`d.day >= ${period.from}`;
  const apart = sql.join(
    names.map((name) => sql`, ${sql.identifier(name)}`),
    sql``,
  );
  return sql`
    select case when grouping(by_day) = 1 then 'context' when by_day = '' then 'before' else 'day' end as slice,
      coalesce(by_day, by_context::text) as key ${apart}, ${sums}
    from (select d.*, case when ${isRunning} then d.day else '' end as by_day,
        case when ${isRunning} then d.context_id end as by_context from ${from}) s
    group by grouping sets ((by_day ${apart}), (by_context ${apart}))
    having grouping(by_day) = 0 or by_context is not null`;
}

async function read(db: Db, tenant: Tenant, { contextIds, types }: Asked, period: Period): Promise<Read> {
  const of = (alias: string, column?: string) => visible(alias, tenant, contextIds, column);
  const days = sql`${of('d')} and d.day >= ${period.before.from} and d.day <= ${period.to} and d.type in ${[...types]}`;
  const [row] = await readTenant<{ read: Read }>(
    db,
    tenant,
    sql`with newest as materialized (${pageScores(of('c'))})
    select json_build_object(
      'labels', ${rowsAsJson(
        sliced(period, sql`daily_labels d where ${days}`, sql`sum(count)::int as count`, ['label', 'value']),
      )},
      'figures', ${rowsAsJson(
        sliced(
          period,
          sql`daily_figures d where ${days}`,
          sql`sum(conversations)::int as conversations, sum(helped)::int as helped, sum(declined)::int as unanswered,
            sum(rated_up)::int as up, sum(rated_down)::int as down`,
        ),
      )},
      'contexts', ${rowsAsJson(sql`select c.id as "contextId", c.name from contexts c where ${of('c', 'id')} order by c.name`)},
      'seo', (select json_build_object('pages', count(*)::int, 'score', round(avg(score), 1),
        'worst', ${rowsAsJson(sql`select content_id as "contentId", title, url, score from newest
          order by score, title limit ${WORST}`)}) from newest)) as read`,
  );
  return row!.read;
}

type Slice = Pick<Read, 'labels' | 'figures'>;
const NOTHING: Slice = { labels: [], figures: [] };

/** The rows of each slice, by its name and key. */
function slicesOf({ labels, figures }: Read): (slice: SliceOf['slice'], key: string) => Slice {
  const nameOf = ({ slice, key }: SliceOf) => `${slice} ${key}`;
  const [byLabel, byFigure] = [Map.groupBy(labels, nameOf), Map.groupBy(figures, nameOf)];
  return (slice, key) => {
    const name = nameOf({ slice, key });
    return { labels: byLabel.get(name) ?? NOTHING.labels, figures: byFigure.get(name) ?? NOTHING.figures };
  };
}

function countsOf({ labels, figures }: Slice, withFeedback: boolean): LabelCounts {
  const of = (label: LabelRow['label'], value: string) =>
    labels.reduce((sum, row) => (row.label === label && row.value === value ? sum + row.count : sum), 0);
  const sum = (name: Exclude<keyof FigureRow, keyof SliceOf>) => figures.reduce((all, row) => all + row[name], 0);
  const [byModel, estimated] = [of('labelledBy', 'model'), of('labelledBy', 'classifier')];
  const told = (label: 'wantedHuman' | 'satisfied') => ({ yes: of(label, 'true'), no: of(label, 'false') });
  return {
    goal: {
      ...{ praise: of('goal', 'praise'), information: of('goal', 'information') },
      ...{ complaint: of('goal', 'complaint'), other: of('goal', 'other') },
    },
    sentiment: {
      ...{ positive: of('sentiment', 'positive'), neutral: of('sentiment', 'neutral') },
      negative: of('sentiment', 'negative'),
    },
    wantedHuman: told('wantedHuman'),
    satisfied: withFeedback ? told('satisfied') : null,
    ratings: withFeedback ? { up: sum('up'), down: sum('down') } : null,
    conversations: sum('conversations'),
    helped: sum('helped'),
    unanswered: sum('unanswered'),
    labelled: byModel + estimated,
    estimated,
  };
}

/**
 * What visitors wanted and how they left, of the contexts asked for (none: of all that the member may see).
 * @param withFeedback whether the plan asks visitors what they think.
 */
export async function readMonitoring(
  db: Db,
  tenant: Tenant,
  asked: Asked & { days: number | 'today'; withFeedback: boolean },
): Promise<Monitoring> {
  const period = periodOf(asked.days);
  const all = await read(db, tenant, asked, period);
  const slice = slicesOf(all);
  const counts = (...[of, key]: Parameters<typeof slice>) => countsOf(slice(of, key), asked.withFeedback);
  const days = daysOf(period);
  const running: Slice = {
    labels: all.labels.filter((row) => row.slice === 'day'),
    figures: all.figures.filter((row) => row.slice === 'day'),
  };
  return {
    period,
    labels: countsOf(running, asked.withFeedback),
    before: counts('before', ''),
    byDay: days.map((day) => ({ day, ...counts('day', day) })),
    byContext: all.contexts
      .map(({ contextId, name }) => ({ contextId, name, ...counts('context', contextId) }))
      .sort((a, b) => b.conversations - a.conversations),
    seo: { ...all.seo, score: all.seo.score === null ? null : Number(all.seo.score) },
  };
}
