import { type HttpError, useCustom } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { testQuestions } from '../../../../../resources/test-questions.ts';
import type { TestHistory, TestQuestionList } from '../../../../shared/test-questions.ts';
import { useCall } from '../../../components/use-call.ts';

const PATH = testQuestions.api;
const KEY = ['test-questions', 'history'];
const BUSY_MS = 1_500;

const isBusy = (list?: TestQuestionList) => list?.isRunning || list?.held.some(({ state }) => state === 'testing');

/** Polls often while a test runs. */
export const pollEvery = (_: unknown, answer: unknown) =>
  isBusy(answer as TestQuestionList | undefined) ? BUSY_MS : testQuestions.list.pollMs;

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
