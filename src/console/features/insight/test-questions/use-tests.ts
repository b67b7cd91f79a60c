import { type HttpError, useCustom, useCustomMutation, useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestHistory, TestQuestion, TestQuestionList } from '../../../../shared/test-questions.ts';
import { successNotice } from '../../../components/notices.ts';
import { useListTable } from '../../../resource/use-list-table.ts';

const PATH = testQuestions.api;
const KEY = ['test-questions', 'history'];
/** Poll interval while a test runs. */
const BUSY_MS = 1_500;

export interface TestDraft {
  id?: string;
  question: string;
  expected: string[];
  declines: boolean;
}

const isBusy = (list?: TestQuestionList) => list?.isRunning || list?.held.some(({ state }) => state === 'testing');

const pollEvery = (_: readonly TestQuestion[], answer: unknown) =>
  isBusy(answer as TestQuestionList | undefined) ? BUSY_MS : testQuestions.list.pollMs;

/** Returns a context's test questions with their results and the changes that wait. Polls often while a test runs. */
export function useTests(contextId: string) {
  const { table } = useListTable<TestQuestion>(testQuestions, contextId, pollEvery);
  const { data, error, isFetching, refetch } = table.tableQuery;
  // The response has more fields than Refine's type, which knows only the rows.
  return { list: data as TestQuestionList | undefined, error, isFetching, again: () => void refetch() };
}

/** Returns the query of a test question's earlier results. */
export function useHistory(id: string) {
  const { query } = useCustom<TestHistory, HttpError>({
    url: `${PATH}/${id}`,
    method: 'get',
    queryOptions: { queryKey: [...KEY, id] },
  });
  return query;
}

interface TestCall {
  path: string;
  method: 'post' | 'put' | 'delete';
  body?: object;
  /** Text of the notification after success; without it, there is no notification. */
  message?: string;
  onSuccess?: () => void;
}

/** Returns a call that changes test questions and then reloads the list and the histories. */
export function useTestCall() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation();
  const call = ({ path, method, body = {}, message, onSuccess }: TestCall) =>
    mutate(
      {
        url: PATH + path,
        method,
        values: body,
        successNotification: message === undefined ? false : successNotice(message),
      },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: KEY });
          void invalidate({ resource: testQuestions.name, invalidates: ['list'] });
          onSuccess?.();
        },
      },
    );
  return { call, isBusy: mutation.isPending };
}
