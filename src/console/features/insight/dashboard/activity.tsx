import { formatNumber } from '../../../../shared/format.ts';
import type { Dashboard } from '../../../../shared/insight.ts';
import { Chart } from '../../../components/chart.tsx';
import { formatChange, formatChangeInSentence, percentOf } from '../../../components/format-figures.ts';
import { shortDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { conversationsPath, type InsightView } from '../insight-view.tsx';
import { ChartCard, dayRows, Figure } from '../report-charts.tsx';

const SHOWN = 8;

interface ActivityProps {
  data: Dashboard;
  view: InsightView;
}

export function Activity({ data, view }: ActivityProps) {
  const { today, yesterday, period } = data;
  const isToday = view.days === 'today';
  const lead = t('dashboard.lead', {
    count: today.interactions,
    formatted: formatNumber(today.interactions),
    trend: formatChangeInSentence(today.interactions, yesterday.interactions),
  });
  return (
    <>
      <p className="insight-lead">{lead}</p>
      <Figures data={data} view={view} />
      <div className="chart-grid">
        {!isToday && (
          <ChartCard wide title={t('dashboard.charts.byDay')} sentence={daySentence(data)}>
            <Days data={data} view={view} />
          </ChartCard>
        )}
        <Channels data={data} view={view} />
        <Contexts data={data} view={view} />
      </div>
      <span className="unseen">{t('dashboard.period', { from: shortDay(period.from), to: shortDay(period.to) })}</span>
    </>
  );
}

function Days({ data: { byDay, period }, view }: ActivityProps) {
  const rows = dayRows(
    byDay,
    ({ interactions, helped, shown, declined, before }) => {
      const others = interactions - helped - shown - declined;
      return [helped, shown, declined, others, before];
    },
    (from, to) => conversationsPath(view, from, to),
  );
  return (
    <Chart
      kind="columns"
      label={t('dashboard.charts.byDay')}
      rows={rows.map(({ values, ...row }) => ({ ...row, values: values.slice(0, 4) }))}
      series={[
        { name: t('dashboard.charts.helped'), tone: 'one' },
        { name: t('dashboard.charts.shown'), tone: 'two' },
        { name: t('dashboard.charts.declined'), tone: 'three' },
        { name: t('dashboard.charts.others'), tone: 'off' },
      ]}
      past={{
        name: t('dashboard.charts.before', { count: period.days }),
        values: rows.map(({ values }) => values[4] ?? 0),
      }}
    />
  );
}

function daySentence({ figures, before, byDay, period }: Dashboard): string {
  const mean = figures.interactions / Math.max(1, byDay.length);
  return t('dashboard.charts.byDaySentence', {
    count: figures.interactions,
    formatted: formatNumber(figures.interactions),
    mean: formatNumber(Math.round(mean * 10) / 10),
    trend: formatChangeInSentence(figures.interactions, before.interactions, period.days),
  });
}

function Figures({ data, view }: ActivityProps) {
  const { figures, before, period } = data;
  const past = view.days === 'today' ? t('insight.before.yesterday') : t('insight.before.days', { count: period.days });
  const href = conversationsPath(view, period.from, period.to);
  const trend = (name: 'interactions' | 'conversations' | 'credits') => formatChange(figures[name], before[name], past);
  const notes = {
    interactions: trend('interactions'),
    conversations: trend('conversations'),
    helped: t('dashboard.figures.helpedNote'),
    shown: t('dashboard.figures.shownNote'),
    declined: t('dashboard.figures.declinedShare', { percent: percentOf(figures.declined, figures.interactions) }),
    credits: trend('credits'),
  };
  return (
    <div className="tiles">
      {(['interactions', 'conversations', 'helped', 'shown', 'declined', 'credits'] as const).map((name) => (
        <Figure
          key={name}
          label={t(`dashboard.figures.${name}`)}
          value={figures[name]}
          to={name === 'credits' ? '/settings/usage' : href}
          note={notes[name]}
        />
      ))}
    </div>
  );
}

function Channels({ data, view }: ActivityProps) {
  const { byChannel, period } = data;
  const parts = byChannel.map(({ type, ...figures }) => ({
    ...figures,
    name: t(`conversations.options.type.${type}`),
    to: conversationsPath(view, period.from, period.to, { type }),
  }));
  const talking = parts.filter(({ interactions }) => interactions > 0);
  return talking.length > 1 ? <Shares title={t('dashboard.charts.byChannel')} parts={talking} data={data} /> : null;
}

function Contexts({ data, view }: ActivityProps) {
  const { byContext, period } = data;
  const parts = byContext.map(({ contextId, ...figures }) => ({
    ...figures,
    to: conversationsPath(view, period.from, period.to, { contextId }),
  }));
  return parts.length > 1 ? <Shares title={t('dashboard.charts.byContext')} parts={parts} data={data} /> : null;
}

interface SharesProps {
  title: string;
  parts: readonly { name: string; interactions: number; before: number; to: string }[];
  data: Dashboard;
}

/** The interactions of each part, with those of the period before. */
function Shares({ title, parts, data: { figures, period } }: SharesProps) {
  const talking = parts.filter(({ interactions }) => interactions > 0);
  const most = talking.reduce<(typeof talking)[number] | undefined>(
    (one, other) => (one && one.interactions >= other.interactions ? one : other),
    undefined,
  );
  const shown = talking.slice(0, SHOWN);
  const sentence = most
    ? t('dashboard.charts.byContextSentence', {
        name: most.name,
        percent: percentOf(most.interactions, figures.interactions),
        count: talking.length,
      })
    : t('dashboard.charts.silent');
  return (
    <ChartCard wide title={title} sentence={sentence}>
      <Chart
        kind="groups"
        label={title}
        rows={shown.map(({ name, interactions, before, to }) => ({
          name,
          values: [interactions, before],
          to,
          note: `${percentOf(interactions, figures.interactions)}%`,
        }))}
        series={[
          { name: t('dashboard.charts.now'), tone: 'one' },
          { name: t('dashboard.charts.before', { count: period.days }), tone: 'off' },
        ]}
        height={48 + shown.length * 44}
      />
    </ChartCard>
  );
}
