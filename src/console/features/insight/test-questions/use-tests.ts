import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestHistory, TestQuestion, TestQuestionList } from '../../../../shared/test-questions.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { useListTable } from '../../../resource/use-list-table.ts';

const PATH = testQuestions.api;
const KEY = ['test-questions', 'history'];
/** While questions are being asked. */
const BUSY_MS = 1_500;

export interface Draft {
  id?: string;
  question: string;
  expected: string[];
  declines: boolean;
}

const isBusy = (list?: TestQuestionList) => list?.isRunning || list?.held.some(({ state }) => state === 'testing');

const pollEvery = (_: readonly TestQuestion[], answer: unknown) =>
  isBusy(answer as TestQuestionList | undefined) ? BUSY_MS : testQuestions.list.pollMs;

/** The test questions of a context, with how they went. */
export function useTests(contextId: string) {
  const { table } = useListTable<TestQuestion>(testQuestions, contextId, pollEvery);
  const { data, error, isFetching, refetch } = table.tableQuery;
  // The call says more of the list than its rows.
  return { list: data as TestQuestionList | undefined, error, isFetching, again: () => void refetch() };
}

export const useHistory = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => request<TestHistory>(`${PATH}/${id}`, { signal }),
  });

/** One call that changes something, what is said when it went well, and the list asked for anew. */
export function useTestCall() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
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
      void client.invalidateQueries({ queryKey: KEY });
      return invalidate({ resource: testQuestions.name, invalidates: ['list'] });
    },
    onError: (failure) => void showFailure(failure),
  });
}
