import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Monitoring } from '../../../../shared/insight.ts';
import { Chart } from '../../../components/chart.tsx';
import { percentOf } from '../../../components/format-figures.ts';
import { dayAndMonth } from '../../../providers/days.ts';
import { ChartCard } from '../chart-card.tsx';
import { dayRows } from '../day-rows.ts';
import { conversationsPath, type InsightView } from '../use-insight-view.ts';
import { countOf, type LabelName, LABELS, partsOf, WATCHED } from './labels.ts';

const SHOWN = 8;

interface CoursesProps {
  data: Monitoring;
  view: InsightView;
}

export function LabelCourses({ data, view }: CoursesProps) {
  const { t } = useTranslation();
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

function ByDay({ label, data: { byDay }, view }: CoursesProps & { label: LabelName }) {
  const { t } = useTranslation();
  const parts = partsOf(t, label);
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

function ByContext({ label, data: { byContext, period }, view }: CoursesProps & { label: LabelName }) {
  const { t } = useTranslation();
  const parts = partsOf(t, label);
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
