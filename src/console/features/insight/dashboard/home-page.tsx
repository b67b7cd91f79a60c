import { type HttpError, useList } from '@refinedev/core';
import { Card, Flex, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { contents } from '../../../../../resources/contents.ts';
import { contexts } from '../../../../../resources/contexts.ts';
import { conversations } from '../../../../../resources/conversations.ts';
import { hyperlinks } from '../../../../../resources/hyperlinks.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { users } from '../../../../../resources/users.ts';
import { TUTORIAL_DONE } from '../../../../shared/first-steps.ts';
import type { Dashboard } from '../../../../shared/insight.ts';
import { MenuIcon } from '../../../components/menu-icon.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { Skeleton, SkeletonGrid, SkeletonLine } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded, LoadError, StaleNotice } from '../../../components/states.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { GuardWait } from '../../../layout/guard.tsx';
import { isGroup } from '../../../layout/menu.ts';
import { GuideCard, isGuideDone, useGuideFacts } from '../../../layout/tutorial/guide.tsx';
import { useMenuEntries } from '../../../layout/use-menu.ts';
import { t } from '../../../providers/i18n.ts';
import { useAsk } from '../../../providers/policy.tsx';
import { FieldCell } from '../../../resource/field-cell.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { useMe } from '../../../session/me.ts';
import { InsightFilters, useInsightView, useReport } from '../insight-view.tsx';
import { Figure } from '../report-charts.tsx';
import { Activity } from './activity.tsx';
import { Attendance } from './attendance.tsx';
import { ToDoList, useToDo } from './to-do.tsx';

export function HomePage() {
  const ask = useAsk();
  if (!ask) return <GuardWait />;
  return ask('dashboard', 'show').can ? <DashboardPage /> : <StartPage />;
}

function StartPage() {
  const { data: me } = useMe();
  const links = useMenuEntries().flatMap((entry) => (isGroup(entry) ? entry.children : [entry]));
  const startLinks = links.filter(({ path }) => path !== '/');
  const first = me?.name.trim().split(/\s+/)[0];
  return (
    <PageFrame
      title={first ? t('dashboard.hello', { name: first }) : t('dashboard.title')}
      intro={startLinks.length > 0 ? t('dashboard.ways.intro') : undefined}
    >
      {startLinks.length === 0 ? (
        <EmptyState title={t('dashboard.ways.none.title')} text={t('dashboard.ways.none.text')} />
      ) : (
        <ul className="plain tiles">
          {startLinks.map(({ name, path, icon, label }) => (
            <li key={name}>
              <Link className="figure" to={path}>
                <Card hoverable>
                  <Flex align="center" gap="small">
                    <MenuIcon name={icon} /> {t(label)}
                  </Flex>
                </Card>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

/** The figures include today's, so they change while the page is open. */
const POLL_MS = 60_000;

/** Says what to do today, and below that compares the figures of a period with the previous one. */
function DashboardPage() {
  const { data: me } = useMe();
  const { current } = useCurrentContext();
  const { view, change } = useInsightView();
  const query = useReport<Dashboard>('/dashboard', view, POLL_MS);
  const { error, isPlaceholderData } = query;
  const data = query.data?.data;
  // Requested in parallel with the figures, because the parts below need them.
  const facts = useGuideFacts(me);
  useRecentConversations(current?.id);
  const toDo = useToDo();
  // At first waits for all, because what comes first would move the figures.
  const [isReady, setIsReady] = useState(false);
  if (!isReady && data && !toDo.isLoading) setIsReady(true);
  const hasGuide = me !== undefined && facts !== undefined && me.tutorial < TUTORIAL_DONE && !isGuideDone(facts);
  const first = me?.name.trim().split(/\s+/)[0];
  const title = first ? t('dashboard.hello', { name: first }) : t('dashboard.title');
  return (
    <PageFrame title={title} intro={t('dashboard.intro')}>
      {error && data && <StaleNotice query={query} />}
      {error && !data ? (
        <LoadError query={query} />
      ) : data && isReady ? (
        <>
          {hasGuide && <GuideCard me={me} facts={facts} />}
          {toDo.data && !(hasGuide && data.isEmpty) && (
            <ToDoList toDo={toDo.data.data} isUntaught={countOf(data.counts) === 0} />
          )}
          {current && data.isEmpty && !hasGuide && <RecentConversations contextId={current.id} />}
          {!data.isEmpty && <InsightFilters view={view} change={change} />}
          <div className={isPlaceholderData ? 'standing-in' : undefined} aria-busy={isPlaceholderData}>
            {!data.isEmpty && <Activity data={data} view={view} />}
            {data.attendance && <Attendance data={data.attendance} view={view} />}
            <ContentCounts counts={data.counts} />
          </div>
          {current && !data.isEmpty && <RecentConversations contextId={current.id} />}
        </>
      ) : (
        <Waiting />
      )}
    </PageFrame>
  );
}

const Waiting = () => (
  <>
    <SkeletonGrid className="page-part" heights={[220]} />
    <div className="insight-lead">
      <SkeletonLine />
    </div>
    <SkeletonGrid className="tiles" heights={[132, 132, 132, 132, 132, 132]} />
    <SkeletonGrid className="chart-grid" heights={[312]} places={['chart-wide']} />
  </>
);

const countOf = ({ contents: { done, pending, working, error } }: Dashboard['counts']) =>
  done + pending + working + error;

function ContentCounts({ counts }: { counts: Dashboard['counts'] }) {
  const { contexts: places, contents: known, invitations, links } = counts;
  const untrained = known.pending + known.working;
  const notes = [
    known.failed ? t('dashboard.figures.failed', { count: known.failed }) : '',
    untrained ? t('dashboard.figures.untrained', { count: untrained }) : '',
  ];
  return (
    <div className="tiles">
      <Figure
        label={t('contexts.title')}
        value={places.active + places.pending}
        to={contexts.path}
        note={t('dashboard.figures.contexts', { active: places.active, pending: places.pending })}
      />
      <Figure
        label={t('contents.title')}
        value={countOf(counts)}
        to={contents.path}
        note={notes.filter(Boolean).join(', ')}
      />
      <Figure label={t('hyperlinks.title')} value={links} to={hyperlinks.path} />
      {invitations && (
        <Figure
          label={t('dashboard.figures.invitations')}
          value={invitations.pending + invitations.expired + invitations.accepted}
          to={users.path}
          note={t('dashboard.figures.invited', { pending: invitations.pending, accepted: invitations.accepted })}
        />
      )}
    </div>
  );
}

type RecentConversation = RecordOf<typeof conversations>;
const SHOWN = 5;

/** Loads a context's latest conversations, once the context is known. */
function useRecentConversations(contextId: string | undefined) {
  return useList<RecentConversation, HttpError>({
    resource: conversations.name,
    pagination: { currentPage: 1, pageSize: SHOWN },
    sorters: [{ field: 'startedAt', order: 'desc' }],
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: { enabled: contextId !== undefined, staleTime: SHARED_STALE_MS },
  });
}

function RecentConversations({ contextId }: { contextId: string }) {
  const { query } = useRecentConversations(contextId);
  const rows = query.data?.data;
  return (
    <Card
      className="recent page-part"
      styles={{ body: { padding: 0 } }}
      role="region"
      aria-labelledby="recent"
      title={<h2 id="recent">{t('dashboard.recent.title')}</h2>}
      extra={rows && rows.length > 0 && <Link to={conversations.path}>{t('dashboard.recent.all')}</Link>}
    >
      <Loaded query={query} waiting={<Skeleton rows={SHOWN} />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              drawing="talk"
              title={t('dashboard.recent.empty.title')}
              text={t('dashboard.recent.empty.text')}
            />
          ) : (
            <ul className="plain">
              {data.map((row) => (
                <li key={row.id}>
                  <Link to={`${conversations.path}/${row.id}`}>
                    <Typography.Text ellipsis>{row.firstQuestion}</Typography.Text>
                    <Flex justify="space-between" gap="middle" className="cell-quiet figures">
                      <span>
                        {t('dashboard.recent.questions', { count: row.interactions })} ·{' '}
                        <FieldCell resource={conversations} name="type" value={row.type} />
                      </span>
                      <MomentText iso={row.startedAt} />
                    </Flex>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
