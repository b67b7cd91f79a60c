import { Alert, Progress } from 'antd';
import { Link } from 'react-router';
import { formatNumber } from '../../../../shared/format.ts';
import type { Monitoring } from '../../../../shared/insight.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import type { ChartTone } from '../../../components/chart.tsx';
import { formatChangeInSentence, percentOf } from '../../../components/format-figures.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { timeOfDay } from '../../../providers/days.ts';
import { t } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { conversationsPath, InsightFilters, type InsightView, useInsightView, useReport } from '../insight-view.tsx';
import { ChartCard, ShareChart } from '../report-charts.tsx';
import { LabelCards, LabelCourses } from './label-charts.tsx';

/** Returns the colour of a score from 0 to 100. The limits (50 and 90) are Lighthouse's. */
const colorOf = (score: number) => `var(--${score >= 90 ? 'primary' : score >= 50 ? 'attention' : 'danger'})`;

function SeoCard({ seo }: { seo: Monitoring['seo'] }) {
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

export function InteractionMonitoringPage() {
  const { view, change } = useInsightView();
  const query = useReport<Monitoring>('/interaction-monitoring', view);
  return (
    <PageFrame title={t('interaction-monitoring.title')} intro={t('interaction-monitoring.intro')}>
      <InsightFilters view={view} change={change} />
      <Loaded query={query} isRefreshed waiting={<Waiting />}>
        {({ data }) => (
          <div className={query.isPlaceholderData ? 'standing-in' : undefined} aria-busy={query.isPlaceholderData}>
            <Charts data={data} view={view} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <div className="insight-lead">
      <SkeletonLine />
    </div>
    <SkeletonGrid className="chart-grid" heights={[284, 284, 188, 188, 312]} places={['', '', '', '', 'chart-wide']} />
  </>
);

function Charts({ data, view }: { data: Monitoring; view: InsightView }) {
  const canTry = useAllowed('chat', 'preview');
  const { labels, before, period, resolution, seo } = data;
  const to = conversationsPath(view, period.from, period.to);
  const days = view.days === 'today' ? undefined : period.days;
  const share = percentOf(labels.estimated, labels.labelled);
  if (labels.conversations === 0) {
    return (
      <>
        <EmptyState
          drawing="talk"
          title={t('interaction-monitoring.empty.title')}
          text={t('interaction-monitoring.empty.text')}
          action={
            canTry && (
              <ButtonLink to="/chat/preview" type="primary">
                {t('interaction-monitoring.empty.action')}
              </ButtonLink>
            )
          }
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
          formatted: formatNumber(labels.conversations),
          trend: formatChangeInSentence(labels.conversations, before.conversations, days),
        })}{' '}
        {share > 0 && <span className="cell-quiet">{t('interaction-monitoring.estimated', { percent: share })}</span>}
      </p>
      <Unlabelled data={data} />
      <Refused refused={data.refused} />
      <div className="chart-grid">
        <PartsCard
          name="resolution"
          parts={{
            resolved: { value: resolution.resolved, tone: 'one', to },
            unanswered: { value: resolution.unanswered, tone: 'three', to },
            again: { value: resolution.again, tone: 'two', to },
            down: { value: resolution.down, tone: 'four', to },
            person: { value: resolution.person, tone: 'off', to },
          }}
        />
        <PartsCard
          name="helped"
          parts={{
            helped: { value: labels.helped, tone: 'one', to },
            shown: { value: labels.shown, tone: 'two', to },
            unanswered: { value: labels.unanswered, tone: 'three', to: '/knowledge-gaps' },
          }}
        />
        <LabelCards data={data} view={view} />
        <SeoCard seo={seo} />
        {labels.labelled > 0 && <LabelCourses data={data} view={view} />}
      </div>
    </>
  );
}

/** Says how many conversations have no labels yet, and when the next one gets them. */
function Unlabelled({ data: { labels, nextLabelsAt } }: { data: Monitoring }) {
  const count = labels.conversations - labels.labelled;
  if (count <= 0) return null;
  return (
    <p className="cell-quiet part-gap">
      {t('interaction-monitoring.unlabelled', { count, formatted: formatNumber(count) })}{' '}
      {nextLabelsAt && t('interaction-monitoring.nextLabels', { time: timeOfDay(nextLabelsAt) })}
    </p>
  );
}

/** Says how many visitors got no answer, and why. */
function Refused({ refused }: { refused: Monitoring['refused'] }) {
  if (refused.length === 0) return null;
  const visitors = refused.reduce((sum, one) => sum + one.visitors, 0);
  const reasons = refused.map((one) =>
    t(`interaction-monitoring.refused.${one.limit}`, { count: one.visitors, formatted: formatNumber(one.visitors) }),
  );
  return (
    <Alert
      className="page-part"
      type="warning"
      showIcon
      role="note"
      message={t('interaction-monitoring.refused.title', { count: visitors, formatted: formatNumber(visitors) })}
      description={reasons.join(' · ')}
      action={<ButtonLink to="/settings/usage">{t('interaction-monitoring.refused.see')}</ButtonLink>}
    />
  );
}

interface PartsProps {
  /** Its texts are below `interaction-monitoring.<name>`. */
  name: 'resolution' | 'helped';
  /** By name. The sentence is about the first. */
  parts: Readonly<Record<string, { value: number; tone: ChartTone; to: string }>>;
}

/** The parts of a whole, with what counts as one. Shows nothing if there is nothing to divide. */
function PartsCard({ name, parts }: PartsProps) {
  const texts = `interaction-monitoring.${name}`;
  const shares = Object.entries(parts).map(([part, share]) => ({ ...share, name: t(`${texts}.${part}`) }));
  const all = shares.reduce((sum, { value }) => sum + value, 0);
  if (!(all > 0)) return null;
  const percent = percentOf(shares[0]!.value, all);
  return (
    <ChartCard
      title={t(`${texts}.title`)}
      sentence={t(`${texts}.sentence`, { percent, count: all, formatted: formatNumber(all) })}
    >
      <ShareChart label={t(`${texts}.title`)} shares={shares} />
      <p className="small-text" style={{ marginTop: 12 }}>
        {t(`${texts}.definition`)}
      </p>
    </ChartCard>
  );
}
