import { useTranslation } from 'react-i18next';
import type { Monitoring } from '../../../../shared/insight.ts';
import { ChartCard } from '../chart-card.tsx';
import { ShareBars } from '../share-bars.tsx';
import { formatNumber } from '../../../components/format-figures.ts';

/** A score from 0 to 100, as Lighthouse's are coloured. */
const toneOf = (score: number) => (score >= 90 ? 'one' : score >= 50 ? 'three' : 'four');

/** How easily the captured pages are found, the worst of them first. */
export function SeoCard({ seo }: { seo: Monitoring['seo'] }) {
  const { t } = useTranslation();
  const sentence =
    seo.score === null
      ? t('interaction-monitoring.seo.none')
      : t('interaction-monitoring.seo.sentence', { count: seo.pages, score: formatNumber(seo.score) });
  return (
    <ChartCard title={t('interaction-monitoring.seo.title')} sentence={sentence}>
      <ShareBars
        label={t('interaction-monitoring.seo.title')}
        of={100}
        ofWhole
        shares={seo.worst.map(({ contentId, title, score }) => ({
          ...{ name: title, value: score, note: '/ 100', tone: toneOf(score) },
          to: `/seo-evaluation/${contentId}`,
        }))}
      />
    </ChartCard>
  );
}
