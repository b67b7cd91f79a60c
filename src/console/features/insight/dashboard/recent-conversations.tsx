import { type HttpError, useList } from '@refinedev/core';
import { Card, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { conversations } from '../../../../../resources/conversations.ts';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { MomentText } from '../../../components/moment-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { EmptyState, Loaded } from '../../../components/states.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { FieldCell } from '../../../resource/field-cell.tsx';

type RecentConversation = RecordOf<typeof conversations>;
const SHOWN = 5;

/** Loads a context's latest conversations, once the context is known. */
export function useRecentConversations(contextId: string | undefined) {
  return useList<RecentConversation, HttpError>({
    resource: conversations.name,
    pagination: { currentPage: 1, pageSize: SHOWN },
    sorters: [{ field: 'startedAt', order: 'desc' }],
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: { enabled: contextId !== undefined, staleTime: SHARED_STALE_MS },
  });
}

export function RecentConversations({ contextId }: { contextId: string }) {
  const { t } = useTranslation();
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
