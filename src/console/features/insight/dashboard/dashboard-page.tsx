import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contents } from '../../../../../resources/contents.ts';
import { contexts as contextsResource } from '../../../../../resources/contexts.ts';
import { conversations } from '../../../../../resources/conversations.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { InsightFilters } from '../insight-filters.tsx';
import { useInsightView } from '../use-insight-view.ts';
import { Activity } from './activity.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentTalks, useRecentTalks } from './recent-talks.tsx';
import { Standing } from './standing.tsx';
import { type Step, stepsOf } from './steps.ts';
import { useCount } from './use-count.ts';
import { useDashboard } from './use-dashboard.ts';
import './dashboard.css';

/** What happened, against the time before; and for who has just begun, what to do next. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { current } = useCurrentContext();
  const { view, change } = useInsightView();
  const { data, error, isPlaceholderData, isFetching, refetch } = useDashboard(view);
  // What stands below is asked for beside the figures, not behind them.
  const steps = useSteps(current?.id);
  useRecentTalks(current?.id);
  const first = me?.name.trim().split(/\s+/)[0];
  const title = first ? t('dashboard.hello', { name: first }) : t('dashboard.title');
  return (
    <PageFrame title={title} intro={t('dashboard.intro')}>
      {error && data && <StaleNotice again={() => void refetch()} busy={isFetching} />}
      {error && !data ? (
        <LoadError error={error} again={() => void refetch()} busy={isFetching} />
      ) : (
        <>
          {/* While the figures are on their way both stand where they will stay: who is at the filters is not disturbed. */}
          <NextSteps steps={steps} contextId={current?.id} isEmpty={data?.isEmpty} />
          {!data?.isEmpty && <InsightFilters view={view} change={change} />}
          {data ? (
            <>
              <div className={isPlaceholderData ? 'insight-stale' : undefined} aria-busy={isPlaceholderData}>
                {!data.isEmpty && <Activity data={data} view={view} />}
                <Standing counts={data.counts} />
              </div>
              {current && !data.isEmpty && <RecentTalks contextId={current.id} />}
            </>
          ) : (
            <Waiting />
          )}
        </>
      )}
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <p className="insight-lead">
      <SkeletonLine />
    </p>
    <SkeletonGrid className="figure-row figure-four" heights={[120, 120, 120, 120]} />
    <SkeletonGrid className="chart-grid" heights={[312]} places={['chart-wide']} />
  </>
);

/** GET /contexts/{id}/origins: whether the widget was ever seen on a site. */
function useInstalled(contextId: string | undefined): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['installation-seen', contextId],
    queryFn: ({ signal }) =>
      request<{ lastSeenAt: string | null }>(`${contextsResource.api}/${contextId}/origins`, { signal }),
    enabled: contextId !== undefined,
  });
  return data ? data.lastSeenAt !== null : undefined;
}

const PREVIEWS = [{ field: 'type', operator: 'eq' as const, value: 'preview' }];

/** The way to the first visitor, for whom may go it. */
function useSteps(contextId: string | undefined): Step[] | null {
  const { contexts, isLoading } = useCurrentContext();
  const canBuild = useAllowed(contents.name, 'create');
  const all = useCount(contents.name, contextId);
  const previews = useCount(conversations.name, contextId, PREVIEWS);
  const isInstalled = useInstalled(contextId);
  const count = isLoading ? undefined : contexts.length;
  return canBuild ? stepsOf({ contexts: count, contents: all.total, previews: previews.total, isInstalled }) : null;
}

/** That way, while it is not gone to its end. */
function NextSteps(props: { steps: Step[] | null; contextId: string | undefined; isEmpty: boolean | undefined }) {
  const { steps, contextId, isEmpty } = props;
  if (steps?.some(({ isDone }) => !isDone)) return <FirstSteps steps={steps} />;
  if (!isEmpty || !contextId) return null;
  return <RecentTalks contextId={contextId} />;
}
