import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Monitoring } from '../../../../shared/insight.ts';
import { formatNumber } from '../../../components/format-figures.ts';
import { ChartCard } from '../chart-card.tsx';

/** Returns the colour of a score from 0 to 100. The limits (50 and 90) are Lighthouse's. */
const colorOf = (score: number) => `var(--${score >= 90 ? 'primary' : score >= 50 ? 'attention' : 'danger'})`;

/** Lists the captured pages with the worst SEO scores, worst first. */
export function SeoCard({ seo }: { seo: Monitoring['seo'] }) {
  const { t } = useTranslation();
  const title = t('interaction-monitoring.seo.title');
  const sentence =
    seo.score === null
      ? t('interaction-monitoring.seo.none')
      : t('interaction-monitoring.seo.sentence', { count: seo.pages, score: formatNumber(seo.score) });
  return (
    <ChartCard title={title} sentence={sentence}>
      <ul className="plain shares shares-scores" aria-label={title}>
        {seo.worst.map(({ contentId, title: name, score }) => (
          <li key={contentId}>
            <Link to={`/seo-evaluation/${contentId}`}>
              <span className="cell-line">{name}</span>
              <strong className="figures">{formatNumber(score)}</strong>{' '}
              <span className="cell-quiet figures">/ 100</span>
              <span className="shares-track" aria-hidden>
                <Progress percent={score} showInfo={false} size="small" strokeColor={colorOf(score)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}
