import { Segmented } from 'antd';
import { useState } from 'react';
import { GOALS, SENTIMENTS } from '../../../../../resources/conversations.ts';
import { formatNumber } from '../../../../shared/format.ts';
import type { LabelCounts, Monitoring } from '../../../../shared/insight.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Chart, type ChartTone } from '../../../components/chart.tsx';
import { percentOf } from '../../../components/format-figures.ts';
import { dayAndMonth } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { conversationsPath, type InsightView } from '../insight-view.tsx';
import { ChartCard, dayRows, ShareChart } from '../report-charts.tsx';

const LABELS = ['goal', 'sentiment', 'wantedHuman', 'satisfied'] as const;
type LabelName = (typeof LABELS)[number];

/** One value of a label, such as "complaint", as the charts show it. */
interface LabelPart {
  key: string;
  name: string;
  tone: ChartTone;
  /** Query parameters that filter the list of conversations by this value. */
  filter: Record<string, string>;
}

const ANSWERS = ['yes', 'no'] as const;
const TONES: Record<LabelName, Record<string, ChartTone>> = {
  goal: { praise: 'one', information: 'two', complaint: 'four', other: 'three' },
  sentiment: { positive: 'one', neutral: 'two', negative: 'four' },
  wantedHuman: { yes: 'three', no: 'two' },
  satisfied: { yes: 'one', no: 'four' },
};
/** The value of each label that needs the customer's attention. */
const WATCHED: Record<LabelName, string> = {
  goal: 'complaint',
  sentiment: 'negative',
  wantedHuman: 'yes',
  satisfied: 'no',
};

function partsOf(label: LabelName): LabelPart[] {
  const keys = { goal: GOALS, sentiment: SENTIMENTS, wantedHuman: ANSWERS, satisfied: ANSWERS }[label];
  const isAnswer = label === 'wantedHuman' || label === 'satisfied';
  return keys.map((key) => ({
    key,
    name: t(isAnswer ? `interaction-monitoring.${label}.${key}` : `conversations.options.${label}.${key}`),
    tone: TONES[label][key] ?? 'off',
    filter: { [label]: isAnswer ? String(key === 'yes') : key },
  }));
}

/** Returns the number of conversations with a value; 0 if there are no counts for the label. */
function countOf(counts: LabelCounts, label: LabelName, key: string): number {
  const byKey: Record<string, number> = counts[label] ?? {};
  return byKey[key] ?? 0;
}

const totalOf = (counts: LabelCounts, label: LabelName): number =>
  Object.values(counts[label] ?? {}).reduce((sum, count) => sum + count, 0);

interface ChartsProps {
  data: Monitoring;
  view: InsightView;
}

export function LabelCards({ data, view }: ChartsProps) {
  const { labels } = data;
  // Without labelled conversations, only the visitors' own feedback can be shown.
  if (labels.labelled === 0)
    return totalOf(labels, 'satisfied') > 0 && <LabelCard label="satisfied" data={data} view={view} />;
  return (
    <>
      {LABELS.map((label) =>
        label === 'satisfied' && !labels.satisfied ? (
          <Locked key={label} />
        ) : (
          <LabelCard key={label} label={label} data={data} view={view} />
        ),
      )}
    </>
  );
}

function sentenceOf(label: LabelName, labels: LabelCounts): string {
  const all = totalOf(labels, label);
  if (all === 0) return t(`interaction-monitoring.${label === 'satisfied' ? label : 'goal'}.none`);
  const counted = partsOf(label).map((part) => ({ ...part, count: countOf(labels, label, part.key) }));
  const most = counted.reduce((one, other) => (other.count > one.count ? other : one));
  const count = label === 'wantedHuman' ? countOf(labels, label, 'yes') : most.count;
  const share = label === 'satisfied' ? countOf(labels, label, 'yes') : count;
  return t(`interaction-monitoring.${label}.sentence`, {
    name: most.name.toLowerCase(),
    count,
    formatted: formatNumber(count),
    percent: percentOf(share, all),
    up: formatNumber(labels.ratings?.up ?? 0),
    down: formatNumber(labels.ratings?.down ?? 0),
  });
}

function LabelCard({ label, data: { labels, period }, view }: ChartsProps & { label: LabelName }) {
  const title = t(`interaction-monitoring.${label}.title`);
  return (
    <ChartCard title={title} sentence={sentenceOf(label, labels)}>
      <ShareChart
        label={title}
        shares={partsOf(label).map(({ key, name, tone, filter }) => ({
          name,
          tone,
          value: countOf(labels, label, key),
          to: conversationsPath(view, period.from, period.to, filter),
        }))}
      />
    </ChartCard>
  );
}

/** Shown instead of the visitors' feedback if the plan does not include it. */
function Locked() {
  const canChange = useAllowed('subscription', 'change');
  return (
    <ChartCard
      title={t('interaction-monitoring.satisfied.title')}
      sentence={t('interaction-monitoring.satisfied.locked')}
    >
      {canChange && <ButtonLink to="/choose-plan">{t('interaction-monitoring.satisfied.see')}</ButtonLink>}
    </ChartCard>
  );
}

const SHOWN = 8;

export function LabelCourses({ data, view }: ChartsProps) {
  const [label, setLabel] = useState<LabelName>('goal');
  const hasDays = view.days !== 'today';
  const hasContexts = data.byContext.length > 1;
  if (!hasDays && !hasContexts) return null;
  const shown = LABELS.filter((one) => one !== 'satisfied' || data.labels.satisfied);
  return (
    <>
      <div className="chart-choice">
        <Segmented<LabelName>
          aria-label={t('interaction-monitoring.courses.choose')}
          value={label}
          options={shown.map((value) => ({ value, label: t(`interaction-monitoring.${value}.title`) }))}
          onChange={setLabel}
        />
      </div>
      {hasDays && <ByDay label={label} data={data} view={view} />}
      {hasContexts && <ByContext label={label} data={data} view={view} />}
    </>
  );
}

function ByDay({ label, data: { byDay }, view }: ChartsProps & { label: LabelName }) {
  const parts = partsOf(label);
  const watched = byDay.map((day) => ({ day: day.day, count: countOf(day, label, WATCHED[label]) }));
  const worst = watched.reduce((most, one) => (one.count > most.count ? one : most));
  const prefix = `interaction-monitoring.courses.${label}`;
  const rows = dayRows(
    byDay,
    (day) => parts.map(({ key }) => countOf(day, label, key)),
    (from, to) => conversationsPath(view, from, to),
  );
  return (
    <ChartCard
      wide
      title={t('interaction-monitoring.courses.byDay')}
      sentence={
        worst.count > 0 ? t(`${prefix}.day`, { day: dayAndMonth(worst.day), count: worst.count }) : t(`${prefix}.calm`)
      }
    >
      <Chart kind="columns" label={t('interaction-monitoring.courses.byDay')} rows={rows} series={parts} />
    </ChartCard>
  );
}

function ByContext({ label, data: { byContext, period }, view }: ChartsProps & { label: LabelName }) {
  const parts = partsOf(label);
  const counted = byContext
    .map(({ contextId, name, ...counts }) => ({
      contextId,
      name,
      values: parts.map(({ key }) => countOf(counts, label, key)),
      watched: countOf(counts, label, WATCHED[label]),
    }))
    .filter(({ values }) => values.some((value) => value > 0))
    .sort((a, b) => b.watched - a.watched);
  const all = counted.reduce((sum, { watched }) => sum + watched, 0);
  const prefix = `interaction-monitoring.courses.${label}`;
  const [most] = counted;
  const to = (contextId: string, filter = {}) =>
    conversationsPath(view, period.from, period.to, { ...filter, contextId });
  return (
    <ChartCard
      wide
      title={t('interaction-monitoring.courses.byContext')}
      sentence={
        most && all > 0
          ? t(`${prefix}.context`, { name: most.name, percent: percentOf(most.watched, all) })
          : t(`${prefix}.calm`)
      }
    >
      <Chart
        kind="bars"
        label={t('interaction-monitoring.courses.byContext')}
        rows={counted.slice(0, SHOWN).map(({ contextId, name, values }) => ({
          name,
          values,
          to: to(contextId),
          parts: parts.map(({ filter }) => to(contextId, filter)),
        }))}
        series={parts}
        height={48 + Math.min(SHOWN, counted.length) * 36}
      />
    </ChartCard>
  );
}
