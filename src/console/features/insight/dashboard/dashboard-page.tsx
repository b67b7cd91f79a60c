import { type CrudFilter, useCustom } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { contents } from '../../../../../resources/contents.ts';
import { contexts as contextsResource } from '../../../../../resources/contexts.ts';
import { conversations } from '../../../../../resources/conversations.ts';
import type { Dashboard } from '../../../../shared/insight.ts';
import { PageFrame } from '../../../components/page-frame.tsx';
import { SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { LoadError, StaleNotice } from '../../../components/states.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCount } from '../../../resource/use-count.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { InsightFilters } from '../insight-filters.tsx';
import { useInsightView, useReport } from '../use-insight-view.ts';
import { Activity } from './activity.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { RecentTalks, useRecentTalks } from './recent-talks.tsx';
import { Standing } from './standing.tsx';
import { type Step, stepsOf } from './steps.ts';

/** The figures include today's, so they change while the page is open. */
const POLL_MS = 60_000;

/** Compares the figures of a period with the previous one. New accounts also see what to do next. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { current } = useCurrentContext();
  const { view, change } = useInsightView();
  const { data, error, isPlaceholderData, isFetching, again } = useReport<Dashboard>('/dashboard', view, POLL_MS);
  // Requested in parallel with the figures, because the parts below need them.
  const steps = useSteps(current?.id);
  useRecentTalks(current?.id);
  const first = me?.name.trim().split(/\s+/)[0];
  const title = first ? t('dashboard.hello', { name: first }) : t('dashboard.title');
  return (
    <PageFrame title={title} intro={t('dashboard.intro')}>
      {current && <PauseNotice context={current} />}
      {error && data && <StaleNotice again={again} busy={isFetching} />}
      {error && !data ? (
        <LoadError error={error} again={again} busy={isFetching} />
      ) : (
        <>
          {/* Steps and filters stay in place while the figures load, so that the filters can be used. */}
          <NextSteps steps={steps} contextId={current?.id} isEmpty={data?.isEmpty} />
          {!data?.isEmpty && <InsightFilters view={view} change={change} />}
          {data ? (
            <>
              <div className={isPlaceholderData ? 'standing-in' : undefined} aria-busy={isPlaceholderData}>
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
    <SkeletonGrid className="tiles" heights={[120, 120, 120, 120]} />
    <SkeletonGrid className="chart-grid" heights={[312]} places={['chart-wide']} />
  </>
);

/** Returns whether the widget was ever loaded on a site; undefined while unknown. */
function useInstalled(contextId: string | undefined): boolean | undefined {
  const { query } = useCustom<{ lastSeenAt: string | null }>({
    url: `${contextsResource.api}/${contextId}/origins`,
    method: 'get',
    queryOptions: { enabled: contextId !== undefined },
  });
  return query.data && query.data.data.lastSeenAt !== null;
}

const PREVIEWS: CrudFilter[] = [{ field: 'type', operator: 'eq', value: 'preview' }];

/** Returns the steps to the first visitor; null while they are unknown or if the user may not take them. */
function useSteps(contextId: string | undefined): Step[] | null {
  const { contexts, isLoading } = useCurrentContext();
  const canBuild = useAllowed(contents.name, 'create');
  const total = useCount(contents.name, contextId);
  const previews = useCount(conversations.name, contextId, { filters: PREVIEWS });
  const isInstalled = useInstalled(contextId);
  const count = isLoading ? undefined : contexts.length;
  return canBuild ? stepsOf({ contexts: count, contents: total, previews, isInstalled }) : null;
}

/** Shows the steps until all are done. After that, an account without figures sees its recent conversations here. */
function NextSteps(props: { steps: Step[] | null; contextId: string | undefined; isEmpty: boolean | undefined }) {
  const { steps, contextId, isEmpty } = props;
  if (steps?.some(({ isDone }) => !isDone)) return <FirstSteps steps={steps} />;
  if (!isEmpty || !contextId) return null;
  return <RecentTalks contextId={contextId} />;
}
