import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../shared/format.ts';
import type { LabelCounts, Monitoring } from '../../../../shared/insight.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { percentOf } from '../../../components/format-figures.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { ChartCard } from '../chart-card.tsx';
import { ShareChart } from '../share-chart.tsx';
import { conversationsPath, type InsightView } from '../use-insight-view.ts';
import { countOf, type LabelName, LABELS, partsOf, totalOf } from './labels.ts';

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

function sentenceOf(t: TFunction, label: LabelName, labels: LabelCounts): string {
  const all = totalOf(labels, label);
  if (all === 0) return t(`interaction-monitoring.${label === 'satisfied' ? label : 'goal'}.none`);
  const counted = partsOf(t, label).map((part) => ({ ...part, count: countOf(labels, label, part.key) }));
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
  const { t } = useTranslation();
  const title = t(`interaction-monitoring.${label}.title`);
  return (
    <ChartCard title={title} sentence={sentenceOf(t, label, labels)}>
      <ShareChart
        label={title}
        shares={partsOf(t, label).map(({ key, name, tone, filter }) => ({
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
  const { t } = useTranslation();
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
