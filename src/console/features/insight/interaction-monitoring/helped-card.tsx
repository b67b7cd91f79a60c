import { useTranslation } from 'react-i18next';
import type { Monitoring } from '../../../../shared/insight.ts';
import { percentOf } from '../../../components/format-figures.ts';
import { ChartCard } from '../chart-card.tsx';
import { ShareChart } from '../share-chart.tsx';
import { type InsightView, talksOf } from '../use-insight-view.ts';

/** Shows how many questions were answered, including those answered by a suggestion that the visitor chose. */
export function HelpedCard({ data: { labels, period }, view }: { data: Monitoring; view: InsightView }) {
  const { t } = useTranslation();
  const { helped, unanswered } = labels;
  const all = helped + unanswered;
  if (!(all > 0)) return null;
  const label = t('interaction-monitoring.helped.title');
  const parts = {
    helped: ['one', talksOf(view, period.from, period.to)],
    unanswered: ['three', '/knowledge-gaps'],
  } as const;
  return (
    <ChartCard
      title={label}
      sentence={t('interaction-monitoring.helped.sentence', { percent: percentOf(helped, all) })}
    >
      <ShareChart
        label={label}
        shares={(['helped', 'unanswered'] as const).map((one) => ({
          name: t(`interaction-monitoring.helped.${one}`),
          value: labels[one],
          tone: parts[one][0],
          to: parts[one][1],
        }))}
      />
    </ChartCard>
  );
}
