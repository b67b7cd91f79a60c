import { useTranslation } from 'react-i18next';
import type { Monitoring } from '../../../../shared/insight.ts';
import { formatChangeInSentence, formatNumber, percentOf } from '../../../components/format-figures.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError, StaleNotice } from '../../../components/states.tsx';
import { InsightFilters } from '../insight-filters.tsx';
import { type InsightView, useInsightView, useReport } from '../use-insight-view.ts';
import { HelpedCard } from './helped-card.tsx';
import { LabelCards } from './label-cards.tsx';
import { LabelCourses } from './label-courses.tsx';
import { SeoCard } from './seo-card.tsx';

/** Reports what visitors wanted, and whether they were satisfied. */
export function InteractionMonitoringPage() {
  const { t } = useTranslation();
  const { view, change } = useInsightView();
  const { data, error, isPlaceholderData, isFetching, again } = useReport<Monitoring>('/interaction-monitoring', view);
  return (
    <PageFrame title={t('interaction-monitoring.title')} intro={t('interaction-monitoring.intro')}>
      <InsightFilters view={view} change={change} />
      {error && data && <StaleNotice again={again} busy={isFetching} />}
      {!data ? (
        error ? (
          <LoadError error={error} again={again} busy={isFetching} />
        ) : (
          <Waiting />
        )
      ) : (
        <div className={isPlaceholderData ? 'standing-in' : undefined} aria-busy={isPlaceholderData}>
          <Charts data={data} view={view} />
        </div>
      )}
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <p className="insight-lead">
      <SkeletonLine />
    </p>
    <SkeletonGrid className="chart-grid" heights={[284, 284, 188, 188, 312]} places={['', '', '', '', 'chart-wide']} />
  </>
);

function Charts({ data, view }: { data: Monitoring; view: InsightView }) {
  const { t } = useTranslation();
  const { labels, before, period, seo } = data;
  const days = view.days === 'today' ? undefined : period.days;
  const share = percentOf(labels.estimated, labels.labelled);
  if (labels.conversations === 0) {
    return (
      <>
        <EmptyState
          drawing="talk"
          title={t('interaction-monitoring.empty.title')}
          text={t('interaction-monitoring.empty.text')}
        />
        <div className="chart-grid">
          <SeoCard seo={seo} />
        </div>
      </>
    );
  }
  return (
    <>
      <p className="insight-lead">
        {t('interaction-monitoring.lead', {
          count: labels.conversations,
          written: formatNumber(labels.conversations),
          trend: formatChangeInSentence(t, labels.conversations, before.conversations, days),
        })}{' '}
        {share > 0 && <span className="cell-quiet">{t('interaction-monitoring.estimated', { percent: share })}</span>}
      </p>
      {labels.labelled === 0 && (
        <EmptyState
          title={t('interaction-monitoring.unlabelled', {
            count: labels.conversations,
            written: formatNumber(labels.conversations),
          })}
        />
      )}
      <div className="chart-grid">
        <HelpedCard data={data} view={view} />
        <LabelCards data={data} view={view} />
        <SeoCard seo={seo} />
        {labels.labelled > 0 && <LabelCourses data={data} view={view} />}
      </div>
    </>
  );
}
