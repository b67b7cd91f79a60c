import { useMany } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Flex } from 'antd';
import { Link } from 'react-router';
import { contents as resource } from '../../../../../resources/contents.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';
import { StatusDot } from '../../../components/status-dot.tsx';
import { t } from '../../../providers/i18n.ts';

const POLL_MS = 3_000;

/** Returns the contents with the given ids, by id. Polls until their training ends. */
export function useTraining(ids: readonly string[]): ReadonlyMap<string, Content> {
  const { result } = useMany<Content>({
    resource: resource.name,
    ids: [...ids],
    queryOptions: {
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        const added = state.data?.data ?? [];
        return added.length < ids.length || added.some(isUnderWay) ? POLL_MS : false;
      },
    },
  });
  return new Map(result.data.map((content) => [content.id, content]));
}

/** Shows the training status of a newly added content. `content` is undefined until the server lists it. */
export function TrainingStatus({ content }: { content: Content | undefined }) {
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
