import { type SQL, sql } from 'drizzle-orm';
import type { LabelCounts, Monitoring } from '../../shared/insight.ts';
import { type Db, readTenant, type Tenant } from '../db/tenant.ts';
import { daysOf, type Period, periodOf } from './period.ts';
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
  up: number;
  down: number;
}
interface Read {
  labels: LabelRow[];
  figures: FigureRow[];
  contexts: { contextId: string; name: string }[];
  seo: { pages: number; score: number | null; worst: Monitoring['seo']['worst'] };
}

/** The same sums by day, by context, and over the whole period before: few rows, however long the period. */
function sliced(period: Period, alias: string, select: (slice: SQL) => SQL, group: SQL): SQL {
  const at = (column: string) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`;
  const running = sql`and ${at('day')} >= ${period.from} group by ${group}`;
  return sql`
    ${select(sql`'day' as slice, ${at('day')} as key`)} ${running}
    union all ${select(sql`'context' as slice, ${at('context_id')}::text as key`)} ${running}
    union all ${select(sql`'before' as slice, '' as key`)} and ${at('day')} < ${period.from} group by ${group}`;
}

async function read(db: Db, tenant: Tenant, { contextIds, types }: Asked, period: Period): Promise<Read> {
  const of = (alias: string, column?: string) => visible(alias, tenant, contextIds, column);
  const days = (alias: string) =>
    sql`${of(alias)} and ${sql.identifier(alias)}.day >= ${period.before.from}
      and ${sql.identifier(alias)}.day <= ${period.to} and ${sql.identifier(alias)}.type in ${[...types]}`;
  // The newest evaluation of each page.
  const newest = sql`select distinct on (e.content_id) e.content_id, e.score, c.title, c.url
    from seo_evaluations e join contents c on c.account_id = e.account_id and c.id = e.content_id
    where e.account_id = ${tenant.accountId}::uuid and ${of('c')} order by e.content_id, e.at desc`;
  const [row] = await readTenant<{ read: Read }>(
    db,
    tenant,
    sql`with newest as (${newest})
    select json_build_object(
      'labels', ${rowsAsJson(
        sliced(
          period,
          'l',
          (slice) => sql`
        select ${slice}, l.label, l.value, sum(l.count)::int as count
        from daily_labels l where ${days('l')}`,
          sql`1, 2, 3, 4 having sum(l.count) <> 0`,
        ),
      )},
      'figures', ${rowsAsJson(
        sliced(
          period,
          'f',
          (slice) => sql`
        select ${slice}, sum(f.conversations)::int as conversations, sum(f.rated_up)::int as up,
          sum(f.rated_down)::int as down
        from daily_figures f where ${days('f')}`,
          sql`1, 2`,
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
  const sum = (name: 'conversations' | 'up' | 'down') => figures.reduce((all, row) => all + row[name], 0);
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
