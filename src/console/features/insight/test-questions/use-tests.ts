import { type HttpError, useCustom } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestHistory, TestQuestion, TestQuestionList } from '../../../../shared/test-questions.ts';
import { useCall } from '../../../components/use-call.ts';
import { useListTable } from '../../../resource/use-list-table.ts';

const PATH = testQuestions.api;
const KEY = ['test-questions', 'history'];
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
  // The response has more fields than Refine's type, which knows only the rows.
  return { list: table.tableQuery.data as TestQuestionList | undefined, query: table.tableQuery };
}

export function useHistory(id: string) {
  const { query } = useCustom<TestHistory, HttpError>({
    url: `${PATH}/${id}`,
    method: 'get',
    queryOptions: { queryKey: [...KEY, id] },
  });
  return query;
}

/** Returns a call that changes test questions. `path` is relative to their API. */
export function useTestCall() {
  const client = useQueryClient();
  const { call, isBusy } = useCall(testQuestions.name);
  const change = ({ path, ...request }: Omit<Parameters<typeof call>[0], 'url'> & { path: string }) =>
    call({ ...request, url: PATH + path, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
  return { call: change, isBusy };
}
