import { useList } from '@refinedev/core';
import { contents as resource } from '../../../../../resources/contents.ts';
import { PAGE_SIZE_MAX } from '../../../../shared/constants.ts';
import { type Content, isUnderWay } from '../../../components/content-kinds.ts';

const POLL_MS = 3_000;

/** Returns the contents with the given ids, by id. Polls with one request for all until their training ends. */
export function useTraining(contextId: string, ids: readonly string[]): ReadonlyMap<string, Content> {
  const { result } = useList<Content>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: PAGE_SIZE_MAX, mode: 'server' },
    sorters: [{ field: 'updatedAt', order: 'desc' }],
    filters: [{ field: 'contextId', operator: 'eq', value: contextId }],
    queryOptions: {
      enabled: ids.length > 0,
      refetchInterval: ({ state }) => {
        const added = (state.data?.data ?? []).filter(({ id }) => ids.includes(id));
        return added.length < ids.length || added.some(isUnderWay) ? POLL_MS : false;
      },
    },
  });
  return new Map(result.data.filter(({ id }) => ids.includes(id)).map((content) => [content.id, content]));
}
