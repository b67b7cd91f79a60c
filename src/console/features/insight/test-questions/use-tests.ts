import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestHistory, TestQuestionList } from '../../../../shared/test-questions.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';

const PATH = '/test-questions';
const KEY = ['test-questions'];
/** While questions are being asked, and while nothing is. */
const BUSY_MS = 1_500;
const IDLE_MS = 30_000;

export interface Draft {
  id?: string;
  question: string;
  expected: string[];
  declines: boolean;
}

const isBusy = (list?: TestQuestionList) => list?.isRunning || list?.held.some(({ state }) => state === 'testing');

/** The test questions of a context; asked for again while somebody looks, a hidden tab asks for nothing. */
export const useTests = (contextId: string | undefined) =>
  useQuery({
    queryKey: [...KEY, contextId],
    queryFn: ({ signal }) => request<TestQuestionList>(PATH, { query: { contextId }, signal }),
    enabled: contextId !== undefined,
    refetchInterval: ({ state: { data } }) => (isBusy(data) ? BUSY_MS : IDLE_MS),
    refetchIntervalInBackground: false,
  });

export const useHistory = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'history', id],
    queryFn: ({ signal }) => request<TestHistory>(`${PATH}/${id}`, { signal }),
  });

/** One call that changes something, what is said when it went well, and the list asked for anew. */
export function useTestCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      path,
      method,
      body,
    }: {
      path: string;
      method: 'POST' | 'PUT' | 'DELETE';
      body?: unknown;
      said?: string;
    }) => request(`${PATH}${path}`, { method, body }),
    onSuccess: (_, { said }) => {
      if (said) notify({ type: 'success', message: said });
      return client.invalidateQueries({ queryKey: KEY });
    },
    onError: (failure) => void showFailure(failure),
  });
}
