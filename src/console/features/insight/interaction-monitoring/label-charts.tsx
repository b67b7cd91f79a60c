import { useTranslation } from 'react-i18next';
import { GOALS, SENTIMENTS } from '../../../../../resources/conversations.ts';
import type { LabelCounts, Monitoring } from '../../../../shared/insight.ts';
import { ChartCard } from '../chart-card.tsx';
import { DayBars } from '../day-bars.tsx';
import { ShareBars } from '../share-bars.tsx';
import { type InsightView, talksOf } from '../use-insight-view.ts';
import { percentOf, formatShortDay, formatNumber } from '../../../components/format-figures.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';

const SENTIMENT_TONES = { positive: 'one', neutral: 'two', negative: 'four' } as const;
const GOAL_TONES = { praise: 'one', information: 'two', complaint: 'four', other: 'three' } as const;
/** Contexts with a bar of their own. */
const SHOWN = 8;

interface ChartsProps {
  data: Monitoring;
  view: InsightView;
}

const totalOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const mostOf = <K extends string>(counts: Record<K, number>, names: readonly K[]) =>
  names.reduce((most, name) => (counts[name] > counts[most] ? name : most));

/** Each label's parts; each part leads to its conversations. */
export function LabelCharts({ data, view }: ChartsProps) {
  const { labels, period } = data;
  const to = (filter: Record<string, string>) => talksOf(view, period.from, period.to, filter);
  // Nothing is concluded from no evaluation; what visitors said themselves stands without one.
  if (labels.labelled === 0)
    return labels.satisfied && totalOf(labels.satisfied) > 0 && <Satisfied labels={labels} to={to} />;
  return (
    <>
      <Goal labels={labels} to={to} />
      <Sentiment labels={labels} to={to} />
      <WantedHuman labels={labels} to={to} />
      <Satisfied labels={labels} to={to} />
      {view.days !== 'today' && <SentimentByDay data={data} view={view} />}
      {data.byContext.length > 1 && <ComplaintsByContext data={data} view={view} />}
    </>
  );
}

interface LabelProps {
  labels: LabelCounts;
  to: (filter: Record<string, string>) => string;
}

function Goal({ labels: { goal }, to }: LabelProps) {
  const { t } = useTranslation();
  const all = totalOf(goal);
  const most = mostOf(goal, GOALS);
  const name = (one: string) => t(`conversations.options.goal.${one}`);
  const sentence = { name: name(most).toLowerCase(), percent: percentOf(goal[most], all) };
  return (
    <ChartCard
      title={t('interaction-monitoring.goal.title')}
      sentence={all > 0 ? t('interaction-monitoring.goal.sentence', sentence) : t('interaction-monitoring.goal.none')}
    >
      <ShareBars
        label={t('interaction-monitoring.goal.title')}
        of={all}
        shares={GOALS.map((one) => ({
          name: name(one),
          value: goal[one],
          tone: GOAL_TONES[one],
          to: to({ goal: one }),
        }))}
      />
    </ChartCard>
  );
}

function Sentiment({ labels: { sentiment }, to }: LabelProps) {
  const { t } = useTranslation();
  const all = totalOf(sentiment);
  const most = mostOf(sentiment, SENTIMENTS);
  const name = (one: string) => t(`conversations.options.sentiment.${one}`);
  const sentence = { name: name(most).toLowerCase(), percent: percentOf(sentiment[most], all) };
  return (
    <ChartCard
      title={t('interaction-monitoring.sentiment.title')}
      sentence={
        all > 0 ? t('interaction-monitoring.sentiment.sentence', sentence) : t('interaction-monitoring.goal.none')
      }
    >
      <ShareBars
        label={t('interaction-monitoring.sentiment.title')}
        of={all}
        shares={SENTIMENTS.map((one) => ({
          ...{ name: name(one), value: sentiment[one], tone: SENTIMENT_TONES[one] },
          to: to({ sentiment: one }),
        }))}
      />
    </ChartCard>
  );
}

function WantedHuman({ labels: { wantedHuman }, to }: LabelProps) {
  const { t } = useTranslation();
  const all = totalOf(wantedHuman);
  const { yes } = wantedHuman;
  const sentence = { count: yes, written: formatNumber(yes), percent: percentOf(yes, all) };
  const label = t('interaction-monitoring.wantedHuman.title');
  return (
    <ChartCard
      title={label}
      sentence={
        all > 0 ? t('interaction-monitoring.wantedHuman.sentence', sentence) : t('interaction-monitoring.goal.none')
      }
    >
      <ShareBars
        label={label}
        of={all}
        shares={(['yes', 'no'] as const).map((one) => ({
          ...{ name: t(`interaction-monitoring.wantedHuman.${one}`), value: wantedHuman[one] },
          ...{ tone: one === 'yes' ? ('three' as const) : ('two' as const) },
          to: to({ wantedHuman: String(one === 'yes') }),
        }))}
      />
    </ChartCard>
  );
}

/** What visitors said themselves; part of some plans only. */
function Satisfied({ labels: { satisfied, ratings }, to }: LabelProps) {
  const { t } = useTranslation();
  const canChange = useAllowed('subscription', 'change');
  const label = t('interaction-monitoring.satisfied.title');
  if (!satisfied || !ratings) {
    return (
      <ChartCard title={label} sentence={t('interaction-monitoring.satisfied.locked')}>
        {canChange && <ButtonLink to="/choose-plan">{t('interaction-monitoring.satisfied.see')}</ButtonLink>}
      </ChartCard>
    );
  }
  const all = totalOf(satisfied);
  const sentence = {
    percent: percentOf(satisfied.yes, all),
    up: formatNumber(ratings.up),
    down: formatNumber(ratings.down),
  };
  return (
    <ChartCard
      title={label}
      sentence={
        all > 0 ? t('interaction-monitoring.satisfied.sentence', sentence) : t('interaction-monitoring.satisfied.none')
      }
    >
      <ShareBars
        label={label}
        of={all}
        shares={(['yes', 'no'] as const).map((one) => ({
          ...{ name: t(`interaction-monitoring.satisfied.${one}`), value: satisfied[one] },
          ...{ tone: one === 'yes' ? ('one' as const) : ('four' as const) },
          to: to({ satisfied: String(one === 'yes') }),
        }))}
      />
    </ChartCard>
  );
}

function SentimentByDay({ data: { byDay }, view }: ChartsProps) {
  const { t } = useTranslation();
  const worst = byDay.reduce((most, day) => (day.sentiment.negative > most.sentiment.negative ? day : most), byDay[0]!);
  const count = worst.sentiment.negative;
  const label = t('interaction-monitoring.byDay.title');
  return (
    <ChartCard
      wide
      title={label}
      sentence={
        count > 0
          ? t('interaction-monitoring.byDay.sentence', { day: formatShortDay(worst.day), count })
          : t('interaction-monitoring.byDay.calm')
      }
    >
      <DayBars
        label={label}
        rows={byDay}
        series={SENTIMENTS.map((one) => ({
          ...{ name: t(`conversations.options.sentiment.${one}`), tone: SENTIMENT_TONES[one] },
          valueOf: ({ sentiment }: Monitoring['byDay'][number]) => sentiment[one],
        }))}
        hrefOf={(from, to) => talksOf(view, from, to)}
      />
    </ChartCard>
  );
}

function ComplaintsByContext({ data: { byContext, labels, period }, view }: ChartsProps) {
  const { t } = useTranslation();
  const all = labels.goal.complaint;
  const complaining = byContext
    .filter(({ goal }) => goal.complaint > 0)
    .sort((a, b) => b.goal.complaint - a.goal.complaint);
  const [most] = complaining;
  const label = t('interaction-monitoring.byContext.title');
  const sentence = most
    ? t('interaction-monitoring.byContext.sentence', { name: most.name, percent: percentOf(most.goal.complaint, all) })
    : t('interaction-monitoring.byContext.none');
  return (
    <ChartCard title={label} sentence={sentence}>
      <ShareBars
        label={label}
        of={all}
        shares={complaining.slice(0, SHOWN).map(({ contextId, name, goal }) => ({
          ...{ name, value: goal.complaint, tone: 'four' as const },
          to: talksOf(view, period.from, period.to, { goal: 'complaint', contextId }),
        }))}
      />
    </ChartCard>
  );
}
