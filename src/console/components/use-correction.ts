import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { phrasingAdded, phrasingBody } from '../../shared/phrasings.ts';
import { request } from '../http/client.ts';
import { showFailure } from '../providers/failure.ts';
import type { Content } from './content-kinds.ts';

/** Returns the query for the contents that may answer in a context, including inherited ones. */
export const useContentTitles = (contextId: string, search: string) =>
  useQuery({
    queryKey: ['contents', 'titles', contextId, search],
    queryFn: async ({ signal }) => {
      const query = { contextId, parents: 'true', limit: 50, search };
      const { data } = await request<{ data: Content[] }>('/contents', { query, signal });
      return data.filter(({ type }) => type !== 'SITEMAP');
    },
    placeholderData: keepPreviousData,
  });

/** Returns the mutation that adds a question as a phrasing to a content. Its result has the new answer as `proof`. */
export function useCorrection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.infer<typeof phrasingBody>) =>
      request<z.infer<typeof phrasingAdded>>('/phrasings', { method: 'POST', body }),
    onError: (failure) => void showFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: ['test-questions'] }),
  });
}
