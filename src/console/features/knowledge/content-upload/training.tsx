import { useInfiniteList } from '@refinedev/core';
import { Flex } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { StatusDot } from '../../../components/status-dot.tsx';

const POLL_MS = 3_000;

/**
 * Returns the contents with the given ids, by id. Polls until their training ends. One page of the list holds up to 100
 * contents; the following pages are read while ids are missing.
 */
export function useTraining(contextId: string, ids: readonly string[]): ReadonlyMap<string, Content> {
  const addedIn = (pages: readonly { data: Content[] }[] = []) =>
    pages.flatMap(({ data }) => data).filter(({ id }) => ids.includes(id));
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteList<Content>({
    resource: resource.name,
    pagination: { pageSize: PAGE_SIZE_MAX },
    sorters: [{ field: 'updatedAt', order: 'desc' }],
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: {
      enabled: ids.length > 0,
      refetchInterval: ({ state }) => {
        const added = addedIn(state.data?.pages);
        return added.length < ids.length || added.some(isUnderWay) ? POLL_MS : false;
      },
    },
  }).query;
  const added = new Map(addedIn(data?.pages).map((content) => [content.id, content]));
  const isMissing = ids.some((id) => !added.has(id));
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  return added;
}

/** Shows the training status of a newly added content. `content` is undefined until the server lists it. */
export function TrainingStatus({ content }: { content: Content | undefined }) {
  const { t } = useTranslation();
  if (!content || isUnderWay(content)) {
    return <StatusDot tone="moving">{t('content-upload.training.working')}</StatusDot>;
  }
  if (content.status === 'done') return <StatusDot tone="good">{t('content-upload.training.done')}</StatusDot>;
  return (
    <Flex vertical>
      <StatusDot tone="bad">{t('content-upload.training.failed')}</StatusDot>
      <Link className="small-text" to={`/knowledge-base/content/edit/${content.id}`}>
        {content.reason ?? t('content-upload.training.see')}
      </Link>
    </Flex>
  );
}
