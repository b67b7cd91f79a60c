import { type HttpError, useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { FRESH_MS } from '../../../http/fresh.ts';

type Talk = RecordOf<typeof conversations>;
const SHOWN = 5;

/** What was asked last of a context; of none, while it is not known. */
export function useRecentTalks(contextId: string | undefined) {
  return useList<Talk, HttpError>({
    resource: conversations.name,
    pagination: { currentPage: 1, pageSize: SHOWN },
    sorters: [{ field: 'startedAt', order: 'desc' }],
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    errorNotification: false,
    queryOptions: { enabled: contextId !== undefined, staleTime: FRESH_MS },
  });
}

/** Told with the way to all of them. */
export function RecentTalks({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
  const { query } = useRecentTalks(contextId);
  const rows = query.data?.data;
  return (
    <section className="recent" aria-labelledby="recent">
      <header>
        <h2 id="recent">{t('dashboard.recent.title')}</h2>
        {rows && rows.length > 0 && <Link to={conversations.path}>{t('dashboard.recent.all')}</Link>}
      </header>
      {query.isError && !rows ? (
        <LoadError error={query.error} again={() => void query.refetch()} busy={query.isFetching} />
      ) : !rows ? (
        <Skeleton rows={SHOWN} className="recent-wait" />
      ) : rows.length === 0 ? (
        <EmptyState drawing="talk" title={t('dashboard.recent.empty.title')} text={t('dashboard.recent.empty.text')} />
      ) : (
        <ul>
          {rows.map((talk) => (
            <li key={talk.id}>
              <Link to={`${conversations.path}/${talk.id}`}>
                <span className="recent-question">{talk.firstQuestion}</span>
                <span className="recent-note figures">
                  {t('dashboard.recent.questions', { count: talk.interactions })}
                </span>
                <span className="recent-when">
                  <MomentText iso={talk.startedAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
