import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentText } from '../../../../shared/contents.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';

const PASSAGES = 50;

/** The text that answers for a content, as it was understood; fetched once it is asked for. */
export function LearntText({ content }: { content: Content }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['content-text', content.id, content.updatedAt],
    queryFn: ({ pageParam, signal }) =>
      request<ContentText>(`/contents/${content.id}/text`, { query: { from: pageParam, limit: PASSAGES }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PASSAGES < total ? pages.length * PASSAGES : undefined),
    enabled: isOpen,
    retry: false,
  });
  const parts = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const isOld = query.data?.pages[0]?.isOld || (isUnderWay(content) && parts.length > 0);
  const hasFailed = content.status === 'error';
  return (
    <details className="content-section learnt" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevronRight" size={14} /> <h2>{t('contents.text.title')}</h2>
      </summary>
      {query.isError && (
        <LoadError error={query.error as never} again={() => void query.refetch()} busy={query.isFetching} />
      )}
      {isOpen && query.isPending && <Skeleton rows={6} />}
      {isOld && <p className="content-note">{t(hasFailed ? 'contents.text.kept' : 'contents.text.old')}</p>}
      {query.isSuccess && parts.length === 0 && <p className="cell-quiet">{t('contents.text.none')}</p>}
      {parts.map(({ heading, page, text }, at) => (
        <article key={at} className="passage">
          {(heading ?? page) !== null && heading !== parts[at - 1]?.heading && (
            <h3>
              {heading}
              {page !== null && <span className="cell-quiet"> {t('contents.text.page', { page })}</span>}
            </h3>
          )}
          <p>{text}</p>
        </article>
      ))}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('contents.text.more')}
        </Button>
      )}
    </details>
  );
}
