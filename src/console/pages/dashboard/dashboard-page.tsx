import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { contents } from '../../../../resources/contents.ts';
import { contexts as contextsResource } from '../../../../resources/contexts.ts';
import { conversations } from '../../../../resources/conversations.ts';
import { CONTENTS_POLL_MS } from '../../../shared/constants.ts';
import { request } from '../../http/client.ts';
import { LoadError } from '../../resource/list-states.tsx';
import { PageFrame } from '../../resource/page-frame.tsx';
import { useMay } from '../../resource/use-may.ts';
import { useCurrentContext } from '../../session/current-context.tsx';
import { useMe } from '../../session/me.ts';
import './dashboard.css';
import { Figure } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentTalks } from './recent-talks.tsx';
import { stepsOf } from './steps.ts';
import { useCount } from './use-count.ts';

const UNTRAINED = [{ field: 'status', operator: 'in' as const, value: ['pending', 'working'] }];
const FAILED = [{ field: 'status', operator: 'eq' as const, value: 'error' }];
const PREVIEWS = [{ field: 'type', operator: 'eq' as const, value: 'preview' }];

/** Where the context in use stands: what to do next, how much there is, what was asked last. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const { current, contexts, isLoading, error, refresh } = useCurrentContext();
  const mayBuild = useMay(contents.name, 'create');
  const first = me?.name.trim().split(/\s+/)[0];
  const title = first ? t('dashboard.hello', { name: first }) : t('dashboard.title');
  if (error && contexts.length === 0) {
    return (
      <PageFrame title={title}>
        <LoadError error={error} again={() => void refresh()} />
      </PageFrame>
    );
  }
  const intro = current ? t('dashboard.intro', { context: current.name }) : undefined;
  const count = isLoading ? undefined : contexts.length;
  return (
    <PageFrame title={title} intro={intro}>
      <Standing contextId={current?.id} contexts={count} mayBuild={mayBuild} />
      {current && <RecentTalks contextId={current.id} />}
    </PageFrame>
  );
}

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

function Standing(props: { contextId: string | undefined; contexts: number | undefined; mayBuild: boolean }) {
  const { t } = useTranslation();
  const { contextId, contexts, mayBuild } = props;
  const all = useCount(contents.name, contextId);
  const untrained = useCount(contents.name, contextId, UNTRAINED, CONTENTS_POLL_MS);
  const failed = useCount(contents.name, contextId, FAILED);
  const talks = useCount(conversations.name, contextId);
  const previews = useCount(conversations.name, contextId, PREVIEWS);
  const isInstalled = useInstalled(contextId);
  const steps = mayBuild ? stepsOf({ contexts, contents: all.total, previews: previews.total, isInstalled }) : null;
  const notes = [
    failed.total ? t('dashboard.figures.failed', { count: failed.total }) : '',
    untrained.total ? t('dashboard.figures.untrained', { count: untrained.total }) : '',
  ];
  return (
    <>
      {steps?.some(({ isDone }) => !isDone) && <FirstSteps steps={steps} />}
      {contextId !== undefined && (
        <div className="figure-row">
          <Figure label={t('contexts.title')} value={contexts} to={contextsResource.path} />
          <Figure
            label={t('contents.title')}
            value={all.total}
            hasFailed={all.error !== null}
            to={contents.path}
            note={notes.filter(Boolean).join(', ')}
          />
          <Figure
            label={t('conversations.title')}
            value={talks.total}
            hasFailed={talks.error !== null}
            to={conversations.path}
          />
        </div>
      )}
    </>
  );
}
