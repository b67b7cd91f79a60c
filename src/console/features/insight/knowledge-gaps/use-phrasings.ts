import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  PhrasingLearning,
  PhrasingList,
  PhrasingsAccepted,
  PhrasingsChosen,
  PhrasingState,
} from '../../../../shared/phrasings.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';

export const PAGE = 20;
const KEY = ['phrasings'];
/** Visitors propose while somebody looks. */
const POLL_MS = 30_000;

export const usePhrasings = (contextId: string, state: PhrasingState, page: number) =>
  useQuery({
    queryKey: [...KEY, 'list', { contextId, state, page }],
    queryFn: ({ signal }) =>
      request<PhrasingList>('/phrasings', { query: { contextId, state, page, limit: PAGE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });

export const useLearning = (contextId: string) =>
  useQuery({
    queryKey: [...KEY, 'learning', contextId],
    queryFn: ({ signal }) => request<PhrasingLearning>('/phrasings/learning', { query: { contextId }, signal }),
  });

/** What one does with phrasings; each has the lists asked for anew. */
export function usePhrasingActions() {
  const client = useQueryClient();
  const after = {
    onError: (failure: unknown) => void showFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  };
  const accept = useMutation({
    mutationFn: (body: PhrasingsChosen) => request<PhrasingsAccepted>('/phrasings/accept', { method: 'POST', body }),
    ...after,
  });
  const reject = useMutation({
    mutationFn: (body: PhrasingsChosen) => request('/phrasings/reject', { method: 'POST', body }),
    ...after,
  });
  const learn = useMutation({
    mutationFn: (body: PhrasingLearning) => request('/phrasings/learning', { method: 'PUT', body }),
    ...after,
  });
  return { accept, reject, learn };
}
